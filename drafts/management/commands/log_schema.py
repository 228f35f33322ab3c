"""`manage.py log_schema > docs/log.schema.json`: the JSON Schema of `log.json`, made of the types that write it."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from drafts.log.file_types import json_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of log.json, which docs/log.schema.json is."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        self.stdout.write(json.dumps(json_schema(), ensure_ascii=False, indent=1))
