"""The console for a WSGI server: `gunicorn`, started at the root, which finds `gunicorn.conf.py` there."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from console.web.readable import Request
from settings.starting import PAGES, SECRETS, refuse_half_set

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.production")
application = get_wsgi_application()
application.request_class = Request
refuse_half_set(SECRETS, PAGES)
gc.freeze()  # what was loaded lasts: it is not looked through again with whatever requests leave behind
