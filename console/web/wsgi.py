"""The console for a WSGI server: `gunicorn console.web.wsgi`."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.production")
application = get_wsgi_application()
gc.freeze()  # what was loaded lasts: it is not looked through again with whatever requests leave behind
