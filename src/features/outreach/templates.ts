import { useTranslation } from 'react-i18next';
import type { RouterInputs } from '@/lib/trpc.ts';

export const TEMPLATES = ['paid', 'visit', 'launch'] as const;
export type Template = (typeof TEMPLATES)[number];

const DAYS = 4;

/** The content of a template in the language of the screen; a single brace stays for the merge fields. */
export function useTemplate(): (template: Template) => RouterInputs['outreach']['create'] {
  const { t } = useTranslation('outreach');
  return (template) => ({
    name: t(`template.${template}.name`),
    subject: t(`template.${template}.subject`),
    campaignId: null,
    steps: [
      { kind: 'message', texts: [t(`template.${template}.message`)] },
      { kind: 'wait', days: DAYS },
      { kind: 'follow_up', texts: [t('template.followUp')] },
    ],
  });
}
