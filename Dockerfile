# One image. By itself it opens the site, with everything that is written under /data; its arguments are Django's commands.
# compose.yaml puts Caddy in front of it (docs/deploy.md). The base images are named by their tags: put the digests of
# those that you have tried behind them (`docker buildx imagetools inspect python:3.13-slim-bookworm`).

FROM python:3.13-slim-bookworm AS packages
COPY requirements.txt /
RUN python3 -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --quiet --require-hashes -r /requirements.txt

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="Pass Left" \
      org.opencontainers.image.description="Booster drafts in game stores: phones draft, the server keeps the rules." \
      org.opencontainers.image.licenses="MIT"
# For backups. The version is that of PostgreSQL in compose.yaml.
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin pass-left \
    && install -d -o pass-left -g pass-left -m 700 /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY LICENSE manage.py ./
COPY draftsite draftsite
COPY drafts drafts
COPY static static
COPY templates templates
RUN /venv/bin/python -m compileall -q draftsite drafts \
    && chmod -R a+rX /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PASS_LEFT_HOME=/data \
    LOCAL_NAME="" \
    PORT=8000
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://localhost:' + os.environ['PORT'] + '/readyz', timeout=4)"]
ENTRYPOINT ["python", "-m", "draftsite"]
CMD ["open_site"]
