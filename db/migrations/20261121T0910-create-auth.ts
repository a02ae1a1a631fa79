import { sql, type Kysely } from 'kysely';

/** Sign-in accounts and sessions: the tables better-auth 1.7.7 compiles for our options, in a schema of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create schema auth;
    create table auth."user" ("id" text primary key, "name" text not null, "email" text not null unique,
      "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null, "userType" text);
    create table auth."session" ("id" text primary key, "expiresAt" timestamptz not null, "token" text not null unique,
      "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null, "ipAddress" text,
      "userAgent" text, "userId" text not null references auth."user" ("id") on delete cascade);
    create table auth."account" ("id" text primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "accessToken" text, "refreshToken" text,
      "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text,
      "createdAt" timestamptz default current_timestamp not null, "updatedAt" timestamptz not null);
    create table auth."verification" ("id" text primary key, "identifier" text not null, "value" text not null,
      "expiresAt" timestamptz not null, "createdAt" timestamptz default current_timestamp not null,
      "updatedAt" timestamptz default current_timestamp not null);
    create table auth."rateLimit" ("id" text primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null);
    create index "session_userId_idx" on auth."session" ("userId");
    create index "account_userId_idx" on auth."account" ("userId");
    create index "verification_identifier_idx" on auth."verification" ("identifier");
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop schema auth cascade`.execute(db);
}
