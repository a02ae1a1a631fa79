import { useTranslation } from 'react-i18next';
import { usePolicyValues } from '@/features/policies/policy-values.ts';

interface SectionTexts {
  title: string;
  summary: string;
  paragraphs: string[];
  items: string[];
}

/** Title, summary, paragraphs and list of a policy's sections, with the product's figures filled in. */
export function useSectionTexts(
  policy: 'policy-terms' | 'policy-privacy' | 'policy-cookies',
): (id: string) => SectionTexts {
  const { t } = useTranslation(policy);
  const values = usePolicyValues();
  const lookUp = t as unknown as (key: string, options: object) => unknown;
  const listOf = (key: string): string[] => {
    const list = lookUp(key, { returnObjects: true, defaultValue: [] }) as readonly string[];
    return list.map((_, index) => String(lookUp(`${key}.${index}`, values)));
  };
  return (id) => ({
    title: String(lookUp(`section.${id}.title`, values)),
    summary: String(lookUp(`section.${id}.summary`, values)),
    paragraphs: listOf(`section.${id}.text`),
    items: listOf(`section.${id}.items`),
  });
}
