import { sql, type Kysely } from 'kysely';

/**
 * What a brand says of each item of the brief, for each version; a change request cites several items, the disclosure label
 * and comments; comments have replies. Values move while a column changes its type: an update would have to pass row security.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table submissions alter column brief_item type text[] using case when brief_item is null then '{}'::text[] else array[brief_item] end;
    alter table submissions rename column brief_item to brief_items;
    alter table submissions alter column brief_items set default '{}', alter column brief_items set not null;
    alter table submissions add column cites_label boolean not null default false, add column cited_comments uuid[] not null default '{}';
    grant update (brief_items, cites_label, cited_comments) on submissions to sponsio_app, sponsio_worker;

    alter table review_comments add column reply_to uuid references review_comments;
    create index review_comments_replies on review_comments(reply_to) where reply_to is not null;

    create table brief_marks (
      submission_id uuid not null references submissions,
      item text not null check (length(item) between 1 and 200),
      -- Null: what was said is taken back.
      mark text check (mark in ('met', 'asked')),
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      marked_at timestamptz not null,
      primary key (submission_id, item)
    );
    alter table brief_marks enable row level security;
    grant select, insert on brief_marks to sponsio_app;
    grant update (mark, marked_at) on brief_marks to sponsio_app;
    grant select, insert, update on brief_marks to sponsio_worker;
    create policy worker on brief_marks to sponsio_worker using (true) with check (true);
    create policy staff_reads on brief_marks for select to sponsio_app using (app_kind() = 'staff');
    create policy party_reads on brief_marks for select to sponsio_app using (app_org() in (brand_org, creator_org, agency_org));
    create policy brand_judges on brief_marks to sponsio_app using (brand_org = app_org()) with check (brand_org = app_org());

    -- Forced where a role exists that may look past it for maintenance; without one, tests and restores could not.
    do $$ begin
      if exists (select from pg_roles where rolname = 'sponsio_maintenance') then
        alter table brief_marks force row level security;
      end if;
    end $$;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop table brief_marks;
    alter table review_comments drop column reply_to;
    alter table submissions drop column cites_label, drop column cited_comments;
    alter table submissions alter column brief_items drop not null, alter column brief_items drop default;
    alter table submissions rename column brief_items to brief_item;
    alter table submissions alter column brief_item type text using brief_item[1];
  `)
    .execute(db);
}
