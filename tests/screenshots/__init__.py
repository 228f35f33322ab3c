"""Pictures of every screen in every state: `make screenshots` writes them to docs/screenshots.

`nights` plays events up to the states that are looked at; `screens` says which page of which device is a picture.
"""
