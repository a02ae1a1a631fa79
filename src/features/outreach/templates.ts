import { useTranslation } from 'react-i18next';
import type { Persona } from '@/lib/screens.ts';
import type { RouterInputs } from '@/lib/trpc.ts';

const BY_BRANDS = ['paid', 'visit', 'launch'] as const;
const BY_AGENCIES = ['represent', 'meet', 'work'] as const;
export type Template = (typeof BY_BRANDS)[number] | (typeof BY_AGENCIES)[number];

/** Brands look for creators to work with, agencies for creators to represent. */
export const templatesFor = (persona: Persona | null): readonly Template[] =>
  persona === 'agency' ? BY_AGENCIES : BY_BRANDS;

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
