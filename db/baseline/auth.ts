import { sql, type Kysely } from 'kysely';

/**
 * Sign-in accounts, sessions and second factors: the tables that better-auth 1.7.7 compiles for our options, in a schema
 * of their own. The worker has no rights in it; functions of baseline/accounts.sql do what it may do.
 */
export async function createAuth(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth."user" ("id" text primary key, "name" text not null, "email" text not null unique,
      "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null, "userType" text, "twoFactorEnabled" boolean default false);
    create table auth."session" ("id" text primary key, "expiresAt" timestamptz not null, "token" text not null unique,
      "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null, "ipAddress" text,
      "userAgent" text, "userId" text not null references auth."user" ("id") on delete cascade);
    create table auth."account" ("id" text primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "accessToken" text, "refreshToken" text,
      "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text,
      "password" text, "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null);
    create table auth."verification" ("id" text primary key, "identifier" text not null, "value" text not null,
      "expiresAt" timestamptz not null, "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null);
    create table auth."rateLimit" ("id" text primary key, "key" text not null unique, "count" integer not null,
      "lastRequest" bigint not null);
    create table auth."twoFactor" ("id" text primary key, "secret" text not null, "backupCodes" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "verified" boolean default true,
      "failedVerificationCount" integer default 0, "lockedUntil" timestamptz);
    create table auth."passkey" ("id" text primary key, "name" text, "publicKey" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "credentialID" text not null,
      "counter" integer not null, "deviceType" text not null, "backedUp" boolean not null, "transports" text,
      "createdAt" timestamptz, "aaguid" text);
    create index "session_userId_idx" on auth."session" ("userId");
    create index "account_userId_idx" on auth."account" ("userId");
    create index "verification_identifier_idx" on auth."verification" ("identifier");
    create unique index "twoFactor_userId_uidx" on auth."twoFactor" ("userId");
    create index "passkey_userId_idx" on auth."passkey" ("userId");
    create unique index "passkey_credentialID_uidx" on auth."passkey" ("credentialID");
    create index user_unverified on auth."user" ("createdAt") where not "emailVerified";
    create trigger session_ended after delete on auth."session"
      for each row execute function notify_session_ended();
    grant select, insert, update, delete on all tables in schema auth to sponsio_app;
  `.execute(db);
}
