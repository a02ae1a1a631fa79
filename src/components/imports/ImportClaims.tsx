import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportClaim } from '../../../server/features/imports/schema.ts';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { keepAnswer } from '@/lib/form-start.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Orgs whose imported list was linked to the creator's accounts; nothing is shown where there is none. */
export function ImportClaims() {
  const { t } = useTranslation('claims');
  const { data } = useQuery(api.imports.claims.queryOptions());
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="import-claims" className="grid gap-3 border-t border-border pt-5">
      <div>
        <h2 id="import-claims" className="heading-section">
          {t('title')}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">{t('hint')}</p>
      </div>
      <ul aria-labelledby="import-claims">
        {data.map((claim) => (
          <ClaimItem key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  );
}

function ClaimItem({ claim }: { claim: ImportClaim }) {
  const { t } = useTranslation('claims');
  const { t: terms } = useTranslation('terms');
  const answer = trpc.imports.answerClaim.useMutation({
    onSuccess: (claims) => keepAnswer(api.imports.claims.queryOptions().queryKey, claims),
    onError: toastError,
  });
  const send = (accepted: boolean) => answer.mutate({ id: claim.id, accepted });
  const pending = (accepted: boolean) => answer.isPending && answer.variables.accepted === accepted;
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-border py-2.5 last:border-b-0">
      <OrgAvatar {...faceOf(claim.by)} />
      <span className="min-w-0 grow">
        <bdi className="font-medium">{claim.by.name}</bdi>
        <span className="block text-sm text-muted-foreground">
          {terms(`platform.${claim.platform}`)} <bdi dir="ltr">@{claim.handle}</bdi>
          {claim.name ? (
            <>
              {' · '}
              <bdi>{claim.name}</bdi>
            </>
          ) : null}
        </span>
      </span>
      {claim.accepted ? (
        <Tag>{t('accepted')}</Tag>
      ) : (
        <Button size="small" pending={pending(true)} onClick={() => send(true)}>
          {t('accept')}
        </Button>
      )}
      <Button size="small" variant="quiet" pending={pending(false)} onClick={() => send(false)}>
        {t('refuse')}
      </Button>
    </li>
  );
}
