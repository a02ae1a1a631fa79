import { sql, type Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';
import { asMaintenance, inserts, mayUpdate, reads, secureFunction, secureTable, updates } from '../secure-table.ts';

/** An invitation by mail is for the user who proved that mailbox. */
const INVITED = `(app_kind() = 'creator' and creator_org is null and state = 'invited' and invited_email is not null
  and invited_email = (select lower(p.email) from profiles p where p.id = app_user() and p.email_verified_at is not null))`;
const PARTIES = `app_org() in (agency_org, creator_org)`;

/**
 * A representation is a contract that the agency signs when it invites and the creator signs to accept; what the agency
 * does under it is one row for each act, and what needs the creator is a request.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table representations
      alter column creator_org drop not null,
      add column state text not null default 'active'
        check (state in ('invited', 'active', 'ending', 'ended', 'declined', 'withdrawn', 'expired')),
      add column invited_email text,
      add column invited_by text,
      add column notice_days int not null default 30 check (notice_days between 0 and 180),
      add column answer_until timestamptz,
      add column answered_at timestamptz,
      add column ended_at timestamptz,
      add column ended_by text check (ended_by in ('creator', 'agency', 'platform')),
      add column listed boolean not null default false,
      add column document jsonb,
      add column document_hash text,
      add column updated_at timestamptz not null default now(),
      add constraint representations_reach check (creator_org is not null or (invited_email is not null
        and state in ('invited', 'declined', 'withdrawn', 'expired')));
  `.execute(db);
  await asMaintenance(db, () =>
    sql`update representations set state = 'ended', ended_at = valid_to, ended_by = 'platform'
      where valid_to is not null and valid_to <= now()`.execute(db),
  );
  await sql`
    create unique index representations_in_force on representations (creator_org) where state in ('active', 'ending');
    create index representations_agency on representations (agency_org, created_at desc);
    create index representations_mailbox on representations (invited_email) where state = 'invited' and invited_email is not null;
    create index representations_open on representations (id) where state in ('invited', 'active', 'ending');
  `.execute(db);
  await runSqlFile(db, '20261206T0700-representations.sql');
  await sql`
    create trigger representations_guard before update on representations
      for each row execute function representations_guard();
    create trigger representations_live after insert or update on representations
      for each row execute function notify_live();
    create trigger representations_status after update on representations
      for each row when (old.state is distinct from new.state or old.scopes is distinct from new.scopes)
      execute function notify_representation_status();
    create constraint trigger representations_need_workflow after insert on representations deferrable initially deferred
      for each row when (new.state = 'invited') execute function assert_workflow_started('representation');
    drop policy party on representations;
  `.execute(db);
  await sql
    .raw(
      `create policy parties_read on representations ${reads(`${PARTIES} or ${INVITED}`)};
       create policy agency_invites on representations ${inserts(`agency_org = app_org() and app_kind() = 'agency' and state = 'invited'`)};
       create policy parties_update on representations ${updates(PARTIES)};
       grant insert on representations to sponsio_app`,
    )
    .execute(db);
  await mayUpdate(db, 'representations', [
    'state',
    'scopes',
    'valid_to',
    'answered_at',
    'ended_at',
    'ended_by',
    'listed',
    'updated_at',
  ]);

  await sql`
    create table representation_signatures (
      id uuid primary key,
      representation_id uuid not null references representations,
      side text not null check (side in ('agency', 'creator')),
      org_id uuid not null references orgs,
      user_id text not null,
      typed_name text not null,
      document_hash text not null,
      ip text,
      user_agent text,
      signed_at timestamptz not null,
      unique (representation_id, side)
    );
  `.execute(db);
  await secureTable(db, 'representation_signatures', {
    policies: {
      parties_read: reads(
        'exists (select from representations r where r.id = representation_signatures.representation_id)',
      ),
      signer_inserts: inserts(
        'org_id = app_org() and user_id = app_user() and exists (select from representations r where r.id = representation_signatures.representation_id)',
      ),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- One row for each act of an agency in the name of a creator, written before the act.
    create table representation_acts (
      id uuid primary key,
      representation_id uuid not null references representations,
      agency_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      user_id text not null,
      user_name text not null,
      act text not null,
      scope text,
      target text,
      outcome text not null check (outcome in ('started', 'done', 'asked', 'refused', 'failed')),
      code text,
      request_key text,
      at timestamptz not null,
      finished_at timestamptz
    );
    create unique index representation_acts_once on representation_acts (user_id, request_key, act) where request_key is not null;
    create index representation_acts_creator on representation_acts (creator_org, id desc);
    create index representation_acts_agency on representation_acts (agency_org, id desc);
    create index representation_acts_of on representation_acts (representation_id);
    create trigger representation_acts_live after insert or update on representation_acts
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'representation_acts', {
    policies: {
      parties_read: reads(PARTIES),
      agent_inserts: inserts('creator_org = app_org() and user_id = app_user()'),
      agent_finishes: updates(`creator_org = app_org() and user_id = app_user()`),
    },
    app: { insert: true, update: ['outcome', 'code', 'finished_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- Acts that wait for the creator, bound to the version that the agency saw.
    create table representation_requests (
      id uuid primary key,
      representation_id uuid not null references representations,
      agency_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      user_id text not null,
      user_name text not null,
      act text not null check (act in ('offer_accept', 'contract_sign', 'milestone_cancel', 'dispute_open')),
      subject_id uuid not null,
      title text not null,
      amount bigint,
      currency text,
      input jsonb not null,
      state text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn')),
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by text
    );
    create unique index representation_requests_open on representation_requests (act, subject_id) where state = 'open';
    create index representation_requests_creator on representation_requests (creator_org, id desc);
    create index representation_requests_agency on representation_requests (agency_org, id desc);
    create index representation_requests_of on representation_requests (representation_id);
    create trigger representation_requests_live after insert or update on representation_requests
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'representation_requests', {
    policies: {
      parties_read: reads(PARTIES),
      agent_inserts: inserts('creator_org = app_org() and user_id = app_user()'),
      parties_update: updates(PARTIES),
    },
    app: { insert: true, update: ['state', 'decided_at', 'decided_by'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await secureFunction(db, 'acting_for(text, uuid, uuid, timestamptz)', ['sponsio_app']);
  await secureFunction(db, 'creator_to_invite(text)', ['sponsio_app']);
  await secureFunction(db, 'claim_invitation(uuid)', ['sponsio_app']);
  await secureFunction(db, 'share_a_person(uuid, uuid)', ['sponsio_app']);
  await secureFunction(db, 'is_represented(uuid)', ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function acting_for(text, uuid, uuid, timestamptz);
    drop function creator_to_invite(text);
    drop function claim_invitation(uuid);
    drop function share_a_person(uuid, uuid);
    drop function is_represented(uuid);
    drop table representation_requests;
    drop table representation_acts;
    drop table representation_signatures;
    drop trigger representations_need_workflow on representations;
    drop trigger representations_status on representations;
    drop trigger representations_live on representations;
    drop trigger representations_guard on representations;
    drop function representations_guard();
    drop function notify_representation_status();
    drop policy parties_read on representations;
    drop policy agency_invites on representations;
    drop policy parties_update on representations;
    revoke insert, update on representations from sponsio_app;
  `.execute(db);
  await sql
    .raw(`create policy party on representations ${reads('app_org() in (agency_org, creator_org)')}`)
    .execute(db);
  await asMaintenance(db, () => sql`delete from representations where creator_org is null`.execute(db));
  await sql`
    alter table representations
      drop constraint representations_reach,
      drop column state, drop column invited_email, drop column invited_by, drop column notice_days, drop column answer_until,
      drop column answered_at, drop column ended_at, drop column ended_by, drop column listed, drop column document,
      drop column document_hash, drop column updated_at,
      alter column creator_org set not null;
    drop index if exists representations_agency;
  `.execute(db);
  await runSqlFile(db, '20261206T0700-representations-down.sql');
}
