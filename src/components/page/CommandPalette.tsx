import { useNavigate } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AREA_ICONS } from '@/components/page/area-icons.ts';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { areaOf, creatableBy, reachableBy, type Screen, titleKey } from '@/lib/screens.ts';
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '@/ui/command.tsx';

export interface CommandPaletteProps {
  account: ShellAccount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One list: what one can do, and every open screen with its path, so that people learn it. Gold never appears here. */
export default function CommandPalette({ account, open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation('nav');
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const go = (path: string) => {
    onOpenChange(false);
    void navigate({ to: path });
  };
  const actions = creatableBy(account.persona);
  const screens = reachableBy(account.persona).filter((screen) => actions.every(({ path }) => path !== screen.path));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-ink-field/45 data-[state=open]:animate-in data-[state=open]:fade-in-0 dark:bg-ink-field/70" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12vh] z-50 mx-auto w-[calc(100%-2rem)] max-w-[560px] overflow-hidden rounded-lg border border-border-strong bg-popover text-popover-foreground shadow-overlay outline-none"
        >
          <RadixDialog.Title className="sr-only">{t('palette.title')}</RadixDialog.Title>
          <Command label={t('palette.title')} loop>
            <CommandInput value={query} onValueChange={setQuery} placeholder={t('palette.placeholder')} />
            <CommandList label={t('palette.title')}>
              <CommandEmpty>{t('palette.nothing', { query })}</CommandEmpty>
              {actions.length > 0 ? (
                <CommandGroup heading={t('palette.actions')}>
                  {actions.map((screen) => (
                    <PaletteScreen key={screen.path} screen={screen} account={account} onChoose={go} />
                  ))}
                </CommandGroup>
              ) : null}
              <CommandGroup heading={t('palette.screens')}>
                {screens.map((screen) => (
                  <PaletteScreen key={screen.path} screen={screen} account={account} onChoose={go} />
                ))}
                {screens.some(({ path }) => path === '/payments') ? <PaletteDocuments onChoose={go} /> : null}
              </CommandGroup>
            </CommandList>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const DOCUMENTS = '/payments?view=documents';

/** A part of a screen that people look for by a name of its own. */
function PaletteDocuments({ onChoose }: { onChoose: (path: string) => void }) {
  const { t } = useTranslation('nav');
  const title = t('palette.documents');
  return (
    <CommandItem value={DOCUMENTS} keywords={[title, ...t('words.documents').split(/[,،，]\s*/u)]} onSelect={() => onChoose(DOCUMENTS)}>
      <FileText aria-hidden className="text-muted-foreground" />
      <span className="min-w-0 truncate-name">{title}</span>
      <bdi dir="ltr" className="ms-auto truncate ps-3 text-xs text-muted-foreground">/payments</bdi>
    </CommandItem>
  );
}

function PaletteScreen({ screen, account, onChoose }: { screen: Screen; account: ShellAccount; onChoose: (path: string) => void }) {
  const { t } = useTranslation('nav');
  const title = t(titleKey(screen, account.persona));
  const area = areaOf(screen.path, account.persona);
  const Icon = area ? AREA_ICONS[area.icon] : Plus;
  const words = screen.words ? t(`words.${screen.words}`).split(/[,،，]\s*/u) : [];
  return (
    <CommandItem value={screen.path} keywords={[title, ...words]} onSelect={() => onChoose(screen.path)}>
      <Icon aria-hidden className="text-muted-foreground" />
      <span className="min-w-0 truncate-name">{title}</span>
      <bdi dir="ltr" className="ms-auto truncate ps-3 text-xs text-muted-foreground">
        {screen.path}
      </bdi>
    </CommandItem>
  );
}
