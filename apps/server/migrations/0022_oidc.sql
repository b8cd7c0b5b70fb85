-- An account at the operator's sign-in provider signs in to one account here, and an account here has one of them.
create unique index credential_oidc on credential (provider_account_id) where provider_id = 'oidc';
create unique index credential_oidc_owner on credential (owner_id) where provider_id = 'oidc';
