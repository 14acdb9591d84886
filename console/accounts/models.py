"""People sign in with an e-mail address; there are no user names."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes people; addresses are kept in lower case, so that one person is one row."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Make a person with a hashed password, or one who cannot use a password when it is None."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Make an operator of the site, who may use Django's admin; whoever may do that vouches for the address."""
        from allauth.account.models import EmailAddress  # it needs this model to be there

        user = self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
        EmailAddress.objects.using(self._db).create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        """Find a person by address, in any case."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Someone who signs in."""

    email = models.EmailField(_("e-mail address"), unique=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False, help_text=_("May use the admin site."))
    date_joined = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=10, blank=True, editable=False)  # they last read pages in; "" is not known

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="one_person_an_address")]

    def __str__(self) -> str:
        return self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the address in lower case, whoever saves."""
        self.email = self.email.lower()
        super().save(*args, **kwargs)
