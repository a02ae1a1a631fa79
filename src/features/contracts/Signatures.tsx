import { Check, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signedFor } from '../../../server/features/contracts/rules.ts';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
import { PartyAvatar, faceOf } from '@/components/people/Party.tsx';
import { useFormat } from '@/lib/format.ts';

/** Both sides: who signed when, and who has not signed. */
export function Signatures({ contract }: { contract: ContractDetail }) {
  const { t } = useTranslation('contracts');
  return (
    <section aria-labelledby="signatures">
      <h2 id="signatures" className="heading-section">
        {t('sign.signatures')}
      </h2>
      <ul>
        <Row contract={contract} side="brand" />
        <Row contract={contract} side="creator" />
      </ul>
    </section>
  );
}

function Row({ contract, side }: { contract: ContractDetail; side: Side }) {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  const party = contract[side];
  const signature = contract.signatures.find((candidate) => candidate.side === side);
  const entity = signature ? signedFor(signature.name, contract.document[side]) : null;
  return (
    <li className="flex items-start gap-3 border-b border-border py-3 last:border-b-0">
      <PartyAvatar kind={party.kind} {...faceOf(party)} size="md" />
      <div className="min-w-0 grow">
        <p className="text-sm text-muted-foreground">{t(`sign.side.${side}`)}</p>
        <p className="font-semibold">
          {signature && entity ? (
            t('sign.for', { person: signature.name, entity })
          ) : (
            <bdi>{signature?.name ?? party.name}</bdi>
          )}
        </p>
        <p className="text-sm text-muted-foreground">
          {signature ? format.dateTime(signature.signedAt) : t('sign.missing')}
        </p>
      </div>
      {signature ? (
        <Check aria-hidden className="size-4 text-released" />
      ) : (
        <CircleDashed aria-hidden className="size-4 text-awaiting" />
      )}
    </li>
  );
}
