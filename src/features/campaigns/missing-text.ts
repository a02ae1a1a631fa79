import { useTranslation } from 'react-i18next';
import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';

type Missing = CampaignDraft['missing'][number];

/** What prevents the publication of a campaign, as a sentence. */
export function useMissingText(): (missing: Missing) => string {
  const { t } = useTranslation('campaigns');
  useErrorText();
  return ({ field, code }) => {
    if (code !== 'input.invalid' && isErrorCode(code))
      return code.startsWith('money.') && field.startsWith('pay.') ? t('missing.pay') : codeText(code);
    const name = field.split('.').at(-1) ?? '';
    if (field === 'title') return t('missing.title');
    if (field === 'deliverables') return t('missing.deliverables');
    if (field === 'wanted.followersMax') return t('missing.followersMax');
    if (field === 'milestones') return t('missing.milestones');
    if (field === 'pay.max') return t('missing.payMax');
    if (field === 'applicationDeadline') return t('missing.applicationDeadline');
    if (name === 'dueAt') return t('missing.dueAt');
    return t('missing.other');
  };
}
