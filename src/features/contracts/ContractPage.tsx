import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { PairAvatar, faceOf } from '@/components/people/Party.tsx';
import { OpenRequests } from '@/components/representation/OpenRequests.tsx';
import { AddedClauses } from '@/components/terms/AddedClauses.tsx';
import { MilestonesSummary, ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { ContractHistory } from '@/features/contracts/ContractHistory.tsx';
import { ContractText } from '@/features/contracts/ContractText.tsx';
import { RiskFlags } from '@/features/contracts/RiskFlags.tsx';
import { SignPanel } from '@/features/contracts/SignPanel.tsx';
import { Signatures } from '@/features/contracts/Signatures.tsx';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import type { Persona } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The document, before and after signing. */
export function ContractPage({
  contract,
  persona,
  signer,
}: {
  contract: ContractDetail;
  persona: Persona;
  signer: string;
}) {
  const { t } = useTranslation('contracts');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const { brand, creator } = contract;
  const languageName =
    new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(contract.document.language) ??
    contract.document.language;
  return (
    <>
      <PageHeader
        title={t('page.title', { creator: creator.name, brand: brand.name })}
        crumbs={[{ label: t('list.title'), link: { to: '/smart-contracts' } }, { label: <bdi>{contract.title}</bdi> }]}
        lead={<PairAvatar brand={faceOf(brand)} creator={faceOf(creator)} size="lg" />}
        tag={<Tag>{t(`state.${contract.state}`)}</Tag>}
        status={
          <>
            <bdi>{contract.title}</bdi> ·{' '}
            {t('page.total', { amount: format.money({ amount: contract.total, currency: contract.currency }) })}
          </>
        }
        actions={
          contract.pdfUrl ? (
            <Button asChild>
              <a href={inOrg(`${contract.pdfUrl}?lang=${currentLocale()}`)} download>
                <FileText aria-hidden />
                {t('page.pdf')}
              </a>
            </Button>
          ) : undefined
        }
      />
      <div className="mt-[30px] grid items-start gap-7 max-md:mt-4.5 lg:cols-main-336 lg:gap-10">
        <div className="grid min-w-0 gap-8">
          {contract.mySide === 'creator' ? <OpenRequests subjectId={contract.id} /> : null}
          {contract.turn ? <RiskFlags contract={contract} /> : null}
          <SignPanel contract={contract} persona={persona} signer={signer} />
          <section aria-labelledby="contract-text">
            <h2 id="contract-text" className="heading-section mb-2">
              {t('page.text')}
            </h2>
            <ContractText document={contract.document} terms={contract.terms} stored={contract.storedWording} />
            {Object.keys(contract.standardClauses).length > 0 ? (
              <div className="mt-6">
                <h3 className="heading-item mb-2">{t('page.changedClauses')}</h3>
                <AddedClauses
                  clauses={(contract.terms.clauses ?? []).filter(({ key, text }) => key !== 'own' && text !== '')}
                  standard={contract.standardClauses}
                />
              </div>
            ) : null}
            {(contract.storedWording ?? contract.document).wordings ? null : (
              <p className="mt-3 text-sm text-muted-foreground">{t('page.language', { language: languageName })}</p>
            )}
          </section>
        </div>
        <aside className="grid min-w-0 gap-8">
          <Signatures contract={contract} />
          <ContractHistory contract={contract} />
          <section aria-labelledby="contract-parts">
            <h2 id="contract-parts" className="heading-section">
              {terms('field.milestones')}
            </h2>
            <MilestonesSummary milestones={contract.terms.milestones} currency={contract.currency} />
            <ReleaseLine terms={contract.terms} />
          </section>
          <section aria-labelledby="contract-hash">
            <h2 id="contract-hash" className="heading-item">
              {t('page.hash')}
            </h2>
            <bdi dir="ltr" className="block rtl:text-end font-mono text-xs break-all text-muted-foreground">
              {contract.documentHash}
            </bdi>
            <Link to="/p/verify" className="mt-1 inline-block text-sm link">
              {t('page.verify')}
            </Link>
          </section>
        </aside>
      </div>
    </>
  );
}
