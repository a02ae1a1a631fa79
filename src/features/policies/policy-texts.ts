import { useTranslation } from 'react-i18next';
import { usePolicyValues } from '@/features/policies/policy-values.ts';

interface SectionTexts {
  title: string;
  plain: string;
  paragraphs: string[];
}

/** Title, summary and paragraphs of a policy's sections, with the product's figures filled in. */
export function useSectionTexts(
  policy: 'policy-terms' | 'policy-privacy' | 'policy-cookies',
): (id: string) => SectionTexts {
  const { t } = useTranslation(policy);
  const values = usePolicyValues();
  const lookUp = t as unknown as (key: string, options: object) => unknown;
  return (id) => {
    const list = lookUp(`section.${id}.text`, { returnObjects: true }) as readonly string[];
    return {
      title: String(lookUp(`section.${id}.title`, values)),
      plain: String(lookUp(`section.${id}.plain`, { ...values, defaultValue: '' })),
      paragraphs: list.map((_, index) => String(lookUp(`section.${id}.text.${index}`, values))),
    };
  };
}
