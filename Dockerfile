# One image for the web processes, the clock and the commands; compose.yaml builds and runs it (docs/deploy.md).

FROM python:3.11-slim-bookworm AS packages
COPY requirements.txt /
RUN python3 -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --quiet --require-hashes -r /requirements.txt

FROM python:3.11-slim-bookworm
# For backups. The version is that of PostgreSQL in compose.yaml.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home --home-dir /app --shell /usr/sbin/nologin pass-left
COPY --from=packages /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    STATIC_ROOT=/srv/static
WORKDIR /app
COPY manage.py ./
COPY draftsite draftsite
COPY drafts drafts
COPY static static
COPY templates templates
# Under hashed names and compressed. No key is needed for that, so none is in the image.
RUN python manage.py collectstatic --no-input --verbosity 0 \
    && python -m compileall -q draftsite drafts \
    && chmod -R a+rX /app \
    && install -d -o pass-left -m 700 backups
USER pass-left
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8000/readyz', timeout=4)"]
CMD ["python", "manage.py", "serve", "--interface", "0.0.0.0", "--port", "8000"]
