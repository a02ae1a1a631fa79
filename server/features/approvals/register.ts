import type { Registration } from '../../registration.ts';
import { isOpenProposal, openProposalRows, overdueProposals } from './queries.ts';

export const register: Registration = {
  openRows: { staffApproval: { open: openProposalRows, overdue: overdueProposals, mayResume: isOpenProposal } },
};
