import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { signalWorkflows } from '../outbox/commands.ts';
import { releaseTexts } from './check.ts';
import { deleteOutreachOfPerson, isOpenSequence, openSequences, overdueSequences } from './queries/sequences.ts';

export const register: Registration = {
  openRows: { outreachSequence: { open: openSequences, overdue: overdueSequences, mayResume: isOpenSequence } },
  exportParts: [
    rowsOfOrgs('outreach-sequences', 'outreach_sequences', ['org_id']),
    rowsOfOrgs('outreach-recipients', 'outreach_recipients', ['org_id', 'creator_org']),
    rowsOfOrgs('outreach-messages-sent', 'outreach_sends', ['org_id', 'creator_org']),
    rowsOfOrgs('outreach-suppressions', 'outreach_suppressions', ['org_id', 'creator_org']),
  ],
  heldTexts: { outreach: { release: releaseTexts } },
  erase: async (tx, { userId }) => {
    const changed = await deleteOutreachOfPerson(tx.db, userId);
    await signalWorkflows(
      tx,
      changed.map((id) => ({ type: 'outreachSequence', id })),
      'person_erased',
      userId,
    );
  },
};
