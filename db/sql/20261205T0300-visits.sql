-- The capacity of a slot, counted in the transaction that takes or frees one. The creator who books may not see the others'.

create function visits_count_taken() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slot uuid;
begin
  for slot in
    select distinct s from unnest(array[case when tg_op = 'UPDATE' then old.slot_id end, new.slot_id]) s
      where s is not null order by s
  loop
    -- The second of two bookings at once waits here and counts the first.
    perform from visit_slots where id = slot for update;
    update visit_slots
      set taken = (select count(*) from visits v where v.slot_id = slot and v.state <> 'cancelled') where id = slot;
  end loop;
  return null;
end;
$$;
