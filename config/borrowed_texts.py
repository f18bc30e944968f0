"""Texts of Django and allauth for users, translated again in our own catalogs.

Their catalogs address users as "Sie" and "Lei", or leave texts in English, and their English uses
other words than our pages; ours come first (setting LOCALE_PATHS). The English catalog is written
by hand and contains only texts that we change. makemessages reads only our source, so each text is
repeated here exactly, for `make messages`; no module imports this one. If they drop a text,
tests/project/test_borrowed_texts.py fails. Add each new text for users here.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

#: Django: fields of forms.
FIELDS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("No file was submitted."),
    gettext_noop("The submitted file is empty."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("%(model_name)s with this %(field_label)s already exists."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)

#: Django: names and passwords.
PASSWORDS = (
    gettext_noop("A user with that username already exists."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)

#: allauth: errors of forms.
ENTRANCE = (
    gettext_noop("This account is currently inactive."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect code."),
    gettext_noop("Incorrect password."),
    gettext_noop("Invalid or expired key."),
    gettext_noop("Invalid login."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("The email address is not assigned to any user account."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("You must type the same password each time."),
    gettext_noop(
        "You cannot add an email address to an account protected by two-factor authentication."
    ),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop(
        "You cannot generate recovery codes without having two-factor authentication enabled."
    ),
    gettext_noop(
        "You cannot activate two-factor authentication until you have verified your email address."
    ),
)

#: allauth: confirmations.
DONE = (
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop(
        "Unable to confirm %(email)s because it is already confirmed by a different account."
    ),
    gettext_noop("Confirmation email sent to %(email)s."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("Removed email address %(email)s."),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Password successfully changed."),
    gettext_noop("Password successfully set."),
    gettext_noop("Primary email address set."),
    gettext_noop("A new set of recovery codes has been generated."),
    gettext_noop("Authenticator app activated."),
    gettext_noop("Authenticator app deactivated."),
    gettext_noop("Security key added."),
    gettext_noop("Security key removed."),
    gettext_noop("Signed out of all other sessions."),
)

#: allauth: labels.
LABELS = (
    gettext_noop("Username"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Code"),
    gettext_noop("Authenticator code"),
    gettext_noop("Passwordless"),
    gettext_noop("Master key"),
    gettext_noop("Backup key"),
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes"
        " additional requirements such as biometrics or PIN protection."
    ),
)

#: Django: days and months, in lower case in Italian.
DAYS = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
