import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, secureTable, withoutForce } from '../secure-table.ts';

/** An agency reads the conversations that messages of its own deals belong to. */
const PARTIES = `app_org() in (brand_org, creator_org) or (app_kind() = 'agency'
  and exists (select from messages m where m.conversation_id = conversations.id and m.agency_org = app_org()))`;

/** One conversation for each brand and creator, which the threads of their offers and deals belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column conversation_id uuid`.execute(db);
  await sql`
    create table conversations (
      id uuid primary key,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      -- Who reached out to whom.
      opened_by uuid not null references orgs,
      opened_with uuid not null references orgs,
      -- Of the newest message that both sides read.
      last_at timestamptz not null,
      created_at timestamptz not null,
      unique (brand_org, creator_org),
      check (brand_org <> creator_org),
      check (opened_by <> opened_with)
    );
    create index conversations_brand on conversations (brand_org, last_at desc, id desc);
    create index conversations_creator on conversations (creator_org, last_at desc, id desc);
    create index conversations_opened on conversations (opened_by, created_at);
    create index conversations_opened_with on conversations (opened_with)`.execute(db);
  await secureTable(db, 'conversations', {
    policies: { party: all(PARTIES) },
    app: { insert: true, update: ['last_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- What one user has of a conversation: up to when it was read, and whether it is put away or silent.
    create table conversation_marks (
      user_id text not null,
      conversation_id uuid not null references conversations,
      read_at timestamptz,
      muted_at timestamptz,
      archived_at timestamptz,
      primary key (user_id, conversation_id)
    );
    create index conversation_marks_conversation on conversation_marks (conversation_id);
    create trigger conversation_marks_live after insert or update on conversation_marks
      for each row execute function notify_user()`.execute(db);
  await secureTable(db, 'conversation_marks', {
    policies: { own: all('user_id = app_user()') },
    staffReads: false,
    app: { insert: true, update: ['read_at', 'muted_at', 'archived_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    create table message_templates (
      id uuid primary key,
      org_id uuid not null references orgs,
      name text not null check (length(name) between 1 and 60),
      body text not null check (length(body) between 1 and 4000),
      created_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index message_templates_org on message_templates (org_id, name)`.execute(db);
  await secureTable(db, 'message_templates', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, update: ['name', 'body', 'updated_at'], delete: true },
    worker: ['select', 'update', 'delete'],
  });

  await sql`
    alter table messages drop constraint messages_check;
    alter table messages add constraint messages_somewhere
      check (conversation_id is not null or contract_id is not null or offer_id is not null);
    alter table files add column conversation_id uuid;
    alter table files drop constraint files_one_parent, drop constraint files_message_in_thread`.execute(db);
  await asMaintenance(db, async () => {
    await sql`
      insert into conversations (id, brand_org, creator_org, opened_by, opened_with, last_at, created_at)
      select gen_random_uuid(), brand_org, creator_org,
          case when (array_agg(author_org order by created_at))[1] = brand_org then brand_org else creator_org end,
          case when (array_agg(author_org order by created_at))[1] = brand_org then creator_org else brand_org end,
          coalesce(max(placed_at) filter (where held_at is null), min(created_at)), min(created_at)
        from messages group by brand_org, creator_org`.execute(db);
    await sql`
      update messages m set conversation_id = c.id from conversations c
        where c.brand_org = m.brand_org and c.creator_org = m.creator_org`.execute(db);
  });
  await withoutForce(db, ['messages', 'files', 'conversations'], () =>
    sql`
      alter table messages add constraint messages_conversation_fkey foreign key (conversation_id) references conversations;
      alter table files add constraint files_conversation_fkey foreign key (conversation_id) references conversations;
      alter table files add constraint files_one_parent check (num_nonnulls(submission_id, offer_id, conversation_id) <= 1);
      alter table files add constraint files_message_in_thread
        check (message_id is null or offer_id is not null or conversation_id is not null)`.execute(db),
  );
  await sql`
    create index messages_agency on messages (agency_org, conversation_id) where agency_org is not null;
    create index messages_conversation on messages (conversation_id, placed_at desc, id desc);
    create index files_conversation on files (conversation_id) where conversation_id is not null;
    create index files_unsent_in_conversation on files (created_at)
      where conversation_id is not null and message_id is null and state = 'ready'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, async () => {
    await sql`delete from files where conversation_id is not null`.execute(db);
    await sql`delete from messages where offer_id is null and contract_id is null`.execute(db);
  });
  await sql`
    drop policy party on conversations;
    alter table files drop column conversation_id,
      add constraint files_one_parent check (submission_id is null or offer_id is null),
      add constraint files_message_in_thread check (message_id is null or offer_id is not null);
    alter table messages drop column conversation_id,
      add constraint messages_check check (contract_id is not null or offer_id is not null);
    drop table message_templates`.execute(db);
  await sql`drop table conversation_marks; drop table conversations`.execute(db);
}
