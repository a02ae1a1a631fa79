import { sql, type Kysely } from 'kysely';

/** The proof of every cookie choice, never changed afterwards; and mails a mailbox refused for good, with the mailbox that did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create table consents (
      id uuid primary key,
      consent_id uuid not null,
      user_id text,
      policy_version text not null,
      text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
      locale text not null,
      categories text[] not null check (categories <@ array['preferences','analytics','marketing']),
      action text not null check (action in ('all','necessary','chosen')),
      created_at timestamptz not null default now()
    );
    create index consents_by_visitor on consents(consent_id, created_at);
    create index consents_by_user on consents(user_id) where user_id is not null;
    create trigger consents_append_only before update or delete on consents for each row execute function refuse_change();
    grant select, insert on consents to sponsio_app, sponsio_worker;
    alter table consents enable row level security;
    create policy worker on consents to sponsio_worker using (true) with check (true);
    create policy staff_reads on consents for select to sponsio_app using (app_kind() = 'staff');
    create policy own on consents for select to sponsio_app using (user_id = app_user());
    create policy writes on consents for insert to sponsio_app with check (user_id is null or user_id = app_user());

    alter table mails drop constraint mails_state_check;
    alter table mails add constraint mails_state_check check (state in ('queued','sent','failed','bounced'));
    create index mails_undelivered on mails(created_at) where state in ('failed','bounced');
    create policy staff_retries on mails for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    alter table profiles add column email_bounced_at timestamptz;
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table profiles drop column email_bounced_at;
    drop policy staff_retries on mails;
    drop index mails_undelivered;
    update mails set state = 'failed' where state = 'bounced';
    alter table mails drop constraint mails_state_check;
    alter table mails add constraint mails_state_check check (state in ('queued','sent','failed'));
    drop table consents;
  `);
}
