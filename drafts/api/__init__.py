"""The API for programs, `/api/v1/`: read-only JSON, as docs/api.md describes it.

A request has the rights of its token's account, or of the public; cookies and sessions are ignored.
"""
