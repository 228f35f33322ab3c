"""The API for programs, `/api/v1/`: read-only JSON, as docs/api.md tells it.

A program is who its token says, or nobody: cookies and sessions count for nothing here.
"""
