import { Copy, Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';

/** Shown once: copied, downloaded or printed, then never again. */
export function RecoveryCodes({
  email,
  codes,
  onKept,
}: {
  email: string;
  codes: readonly string[];
  onKept: () => void;
}) {
  const { t } = useTranslation('security');
  const sheet = [t('recovery.sheet', { brand: BRAND_NAME }), email, '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('success', t('recovery.copied')),
      () => toast('error', t('recovery.notCopied')),
    );
  return (
    <div className="grid gap-4">
      <ul
        aria-label={t('recovery.list')}
        dir="ltr"
        data-recovery-codes
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-border bg-muted px-4 py-3"
      >
        {codes.map((code) => (
          <li key={code} className="figures font-semibold select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          {t('recovery.copy')}
        </Button>
        <Button onClick={() => download(sheet)}>
          <Download aria-hidden />
          {t('recovery.download')}
        </Button>
        <Button onClick={() => print(sheet)}>
          <Printer aria-hidden />
          {t('recovery.print')}
        </Button>
      </div>
      <div className="flex justify-end">
        <Button variant="ink" onClick={onKept}>
          {t('recovery.kept')}
        </Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'sponsio-recovery-codes.txt' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Prints the codes alone: while the sheet is mounted, everything else is hidden in print. */
function print(text: string): void {
  const sheet = Object.assign(document.createElement('pre'), { textContent: text, className: 'print-sheet' });
  document.body.append(sheet);
  document.documentElement.dataset['printing'] = 'sheet';
  const done = () => {
    delete document.documentElement.dataset['printing'];
    sheet.remove();
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
