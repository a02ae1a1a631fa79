import { sql, type Kysely } from 'kysely';

/** The second factor's tables as better-auth 1.7.7 compiles them, and what we keep of sessions and sign-ins ourselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table auth."user" add column "twoFactorEnabled" boolean default false;
    create table auth."twoFactor" ("id" text primary key, "secret" text not null, "backupCodes" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "verified" boolean default true,
      "failedVerificationCount" integer default 0, "lockedUntil" timestamptz);
    create unique index "twoFactor_userId_uidx" on auth."twoFactor" ("userId");
    create table auth."passkey" ("id" text primary key, "name" text, "publicKey" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade, "credentialID" text not null, "counter" integer not null,
      "deviceType" text not null, "backedUp" boolean not null, "transports" text, "createdAt" timestamptz, "aaguid" text);
    create index "passkey_userId_idx" on auth."passkey" ("userId");
    create unique index "passkey_credentialID_uidx" on auth."passkey" ("credentialID");
    grant select, insert, update, delete on auth."twoFactor", auth."passkey" to sponsio_app;

    create table session_facts (
      session_id text primary key references auth."session" ("id") on delete cascade,
      user_id text not null,
      last_seen_at timestamptz not null,
      -- The last proof of identity within this session; step-up asks for a fresh one.
      proved_at timestamptz,
      proved_by text check (proved_by in ('password','totp','recovery_code','passkey')),
      wrong_proofs int not null default 0,
      first_wrong_at timestamptz
    );
    create table sign_ins (
      id uuid primary key,
      user_id text not null references auth."user" ("id") on delete cascade,
      -- Not a foreign key: the history outlives the session.
      session_id text not null,
      method text not null check (method in ('sign_up','password','totp','recovery_code','passkey')),
      -- Hash of the device cookie; null where none was kept.
      device text,
      new_device boolean not null,
      -- Shortened to /24 or /48 before it is stored.
      ip_range text,
      user_agent text,
      at timestamptz not null
    );
    create index sign_ins_user on sign_ins (user_id, at desc);
    grant select, insert, update on session_facts to sponsio_app, sponsio_worker;
    grant select, insert on sign_ins to sponsio_app, sponsio_worker;
    alter table session_facts enable row level security;
    alter table sign_ins enable row level security;
    create policy worker on session_facts to sponsio_worker using (true) with check (true);
    create policy worker on sign_ins to sponsio_worker using (true) with check (true);
    create policy own on session_facts to sponsio_app using (user_id = app_user()) with check (user_id = app_user());
    create policy own on sign_ins to sponsio_app using (user_id = app_user()) with check (user_id = app_user());
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop table sign_ins, session_facts; drop table auth."passkey", auth."twoFactor"; alter table auth."user" drop column "twoFactorEnabled"`,
    )
    .execute(db);
}
