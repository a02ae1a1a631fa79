import { useTranslation } from 'react-i18next';
import { BillingForm } from '@/components/deal/BillingForm.tsx';
import { RequestBilling } from '@/components/deal/RequestBilling.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { Button } from '@/ui/button.tsx';

/** In a dialog that pays: the billing details without which there is no quote, for those who may edit them. */
export function MissingBilling({ formId, onSaved }: { formId: string; onSaved: () => void }) {
  const mayEdit = usePermitted('billing.edit') === true;
  return mayEdit ? <BillingForm id={formId} onSaved={onSaved} /> : <RequestBilling />;
}

export function MissingBillingFooter({ formId, onCancel }: { formId: string; onCancel: () => void }) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const mayEdit = usePermitted('billing.edit') === true;
  return (
    <>
      <Button onClick={onCancel}>{common('action.cancel')}</Button>
      {mayEdit ? (
        <Button variant="ink" type="submit" form={formId}>
          {t('fund.saveBilling')}
        </Button>
      ) : null}
    </>
  );
}
