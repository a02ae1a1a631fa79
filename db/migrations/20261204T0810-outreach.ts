import { sql, type Kysely } from 'kysely';
import { all, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const OWN = { own: all('org_id = app_org()') };

/**
 * Outreach: sequences of messages to creators. A recipient is a row with the step that is due next; a row of outreach_sends
 * is the claim of a step. Answers end recipients by triggers, in the transaction of the answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outreach_sequences (
      id uuid primary key,
      org_id uuid not null references orgs,
      campaign_id uuid references campaigns on delete set null,
      name text not null,
      subject text not null default '',
      state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'done')),
      -- Messages, waits and follow-ups in their order; texts with merge fields.
      steps jsonb not null,
      version int not null default 1,
      created_by text not null,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      approved_by text,
      approved_at timestamptz,
      ended_at timestamptz,
      constraint outreach_sequences_approved check ((state = 'draft') = (approved_at is null)),
      constraint outreach_sequences_ended check ((state = 'done') = (ended_at is not null))
    );
    create index outreach_sequences_org on outreach_sequences (org_id, created_at desc, id desc);
    create index outreach_sequences_open on outreach_sequences (id) where state in ('running', 'paused');
    create table outreach_recipients (
      id uuid primary key,
      sequence_id uuid not null references outreach_sequences on delete cascade,
      org_id uuid not null references orgs,
      creator_org uuid references orgs,
      -- A person of an import of the org, who is reached by mail until the account is a member's.
      imported_id uuid references imported_creators on delete cascade,
      variant text not null check (variant in ('a', 'b')),
      state text not null default 'listed' check (state in ('listed', 'active', 'finished', 'replied', 'declined', 'blocked',
        'unsubscribed', 'bounced', 'suppressed', 'unreachable')),
      -- Index of the message that is due next, among the messages of the sequence.
      next_message int not null default 0,
      due_at timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      unique (sequence_id, creator_org),
      unique (sequence_id, imported_id),
      constraint outreach_recipients_person check (num_nonnulls(creator_org, imported_id) = 1),
      constraint outreach_recipients_due check ((state = 'active') = (due_at is not null))
    );
    create index outreach_recipients_due on outreach_recipients (sequence_id, due_at) where state = 'active';
    create index outreach_recipients_creator on outreach_recipients (creator_org, org_id);
    create index outreach_recipients_imported on outreach_recipients (imported_id) where imported_id is not null;
    create index outreach_recipients_org on outreach_recipients (org_id);
    create table outreach_sends (
      recipient_id uuid not null references outreach_recipients on delete cascade,
      message int not null check (message >= 0),
      sequence_id uuid not null references outreach_sequences on delete cascade,
      org_id uuid not null references orgs,
      creator_org uuid references orgs,
      variant text not null,
      channel text not null check (channel in ('in_app', 'mail')),
      created_at timestamptz not null,
      primary key (recipient_id, message)
    );
    create index outreach_sends_org on outreach_sends (org_id, created_at);
    create index outreach_sends_pair on outreach_sends (creator_org, org_id, created_at);
    create index outreach_sends_sequence on outreach_sends (sequence_id);
    create table outreach_suppressions (
      id uuid primary key,
      org_id uuid not null references orgs,
      creator_org uuid references orgs,
      email text,
      reason text not null check (reason in ('unsubscribed', 'declined', 'bounced', 'by_hand')),
      created_at timestamptz not null,
      created_by text,
      unique (org_id, creator_org),
      unique (org_id, email),
      constraint outreach_suppressions_person check (num_nonnulls(creator_org, email) = 1)
    );
    create index outreach_suppressions_list on outreach_suppressions (org_id, created_at desc, id desc);
    create index outreach_suppressions_creator on outreach_suppressions (creator_org)`.execute(db);
  await secureTable(db, 'outreach_sequences', {
    policies: OWN,
    app: {
      insert: true,
      update: [
        'name',
        'subject',
        'campaign_id',
        'steps',
        'state',
        'version',
        'changed_at',
        'approved_by',
        'approved_at',
        'ended_at',
      ],
      delete: true,
    },
    worker: ['select', 'update', 'delete'],
  });
  await secureTable(db, 'outreach_recipients', {
    policies: OWN,
    app: { insert: true, update: ['state', 'variant', 'due_at', 'ended_at'], delete: true },
    worker: ['select', 'update', 'delete'],
  });
  await secureTable(db, 'outreach_sends', { policies: OWN, app: {}, worker: ['select', 'insert', 'delete'] });
  await secureTable(db, 'outreach_suppressions', {
    policies: OWN,
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });

  // The worker writes in the name of an org, and asks as that org whom it may not write to.
  await sql`grant execute on function orgs_blocked() to sponsio_worker`.execute(db);
  await runSqlFile(db, '20261204T0810-outreach.sql');
  await secureFunction(db, 'outreach_end(uuid, uuid, text, text)', []);
  await secureFunction(db, 'outreach_contact(uuid)', ['sponsio_app']);
  await secureFunction(db, 'outreach_answer(uuid, text)', ['sponsio_app']);
  for (const name of ['message', 'offer', 'block', 'bounce']) await secureFunction(db, `outreach_on_${name}()`, []);
  await sql`
    create trigger messages_outreach after insert on messages
      for each row when (new.author_org <> new.brand_org) execute function outreach_on_message();
    create trigger offers_outreach after update of state on offers
      for each row when (new.state = 'declined' and old.state <> 'declined') execute function outreach_on_offer();
    create trigger org_blocks_outreach after insert on org_blocks
      for each row execute function outreach_on_block();
    create trigger mails_outreach after update of state on mails
      for each row when (new.template = 'outreach_message' and new.state = 'bounced' and old.state <> 'bounced')
      execute function outreach_on_bounce()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    revoke execute on function orgs_blocked() from sponsio_worker;
    drop trigger messages_outreach on messages;
    drop trigger offers_outreach on offers;
    drop trigger org_blocks_outreach on org_blocks;
    drop trigger mails_outreach on mails;
    drop function outreach_on_message(), outreach_on_offer(), outreach_on_block(), outreach_on_bounce(), outreach_contact(uuid),
      outreach_answer(uuid, text), outreach_end(uuid, uuid, text, text);
    drop table outreach_suppressions, outreach_sends, outreach_recipients, outreach_sequences`.execute(db);
}
