"""Work done after a request or from time to time: in this process, or in Celery's where a broker is set."""
