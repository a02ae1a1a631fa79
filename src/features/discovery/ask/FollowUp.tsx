import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { Facets, ResultCount } from '../../../../server/features/discovery/schema.ts';
import { AskField } from '@/features/discovery/ask/AskField.tsx';
import { Suggestions } from '@/features/discovery/ask/Suggestions.tsx';
import { searchOf } from '@/features/discovery/discovery-filters.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';

export interface FollowUpProps {
  filters: Filters;
  facets: Facets | null;
  total: ResultCount | undefined;
  /** `text`: what the filters were changed by. */
  onChange: (text: string, filters: Filters) => void;
}

/** Another sentence that changes the filters, or one of the filters that are suggested. */
export function FollowUp({ filters, facets, total, onChange }: FollowUpProps) {
  const { t } = useTranslation('discovery');
  const explain = useErrorText();
  const queryClient = useQueryClient();
  const [{ pending, error, nothing, round }, setFollowed] = useState<{
    pending: boolean;
    error: unknown;
    /** The sentence that changed nothing. */
    nothing: string | null;
    round: number;
  }>({ pending: false, error: null, nothing: null, round: 0 });
  const follow = async (text: string) => {
    setFollowed((before) => ({ ...before, pending: true, error: null, nothing: null }));
    try {
      const answer = await queryClient.fetchQuery(
        api.discovery.parse.queryOptions({ text, language: currentLocale(), previous: filters }),
      );
      const changed = JSON.stringify(searchOf(answer.filters)) !== JSON.stringify(searchOf(filters));
      setFollowed((before) => ({
        pending: false,
        error: null,
        nothing: changed ? null : text,
        // A sentence that changed the filters makes room for the next; another stays in its field.
        round: changed ? before.round + 1 : before.round,
      }));
      if (changed) onChange(text, answer.filters);
    } catch (failure) {
      setFollowed((before) => ({ pending: false, error: failure, nothing: null, round: before.round }));
    }
  };
  return (
    <div className="mt-6 grid gap-2.5 border-t border-border pt-5">
      <AskField
        key={round}
        label={t('ask.followField')}
        placeholder={t('ask.followPlaceholder')}
        button={t('ask.followAct')}
        pending={pending}
        error={error ? explain(error) : nothing === null ? undefined : t('ask.followNothing', { text: nothing })}
        onQuestion={(text) => void follow(text)}
      />
      <Suggestions filters={filters} facets={facets} total={total} onChoose={onChange} />
    </div>
  );
}
