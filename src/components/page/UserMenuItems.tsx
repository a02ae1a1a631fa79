import { Building2, Cookie, LifeBuoy, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOCALES, matchLocale } from '../../../server/core/locale.ts';
import { openConsent } from '@/lib/consent.ts';
import { helpAddress } from '@/lib/help.ts';
import { LANGUAGE_NAMES, switchLanguage } from '@/lib/i18n.ts';
import { setTheme, THEMES, useTheme } from '@/lib/theme.ts';
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '@/ui/dropdown-menu.tsx';

/** Language, theme, sign out. */
export function UserMenuItems({ onSignOut }: { onSignOut: () => void }) {
  const { t, i18n } = useTranslation('nav');
  const { theme } = useTheme();
  return (
    <>
      <DropdownMenuLabel>{t('shell.language')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={matchLocale(i18n.language) ?? 'en'}
        onValueChange={(value) => {
          const locale = matchLocale(value);
          if (locale) void switchLanguage(locale);
        }}
      >
        {LOCALES.map((locale) => (
          <DropdownMenuRadioItem key={locale} value={locale} lang={locale}>
            {LANGUAGE_NAMES[locale]}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t('shell.theme')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={theme}
        onValueChange={(value) => {
          const next = THEMES.find((candidate) => candidate === value);
          if (next) setTheme(next);
        }}
      >
        {THEMES.map((option) => (
          <DropdownMenuRadioItem key={option} value={option}>
            {t(`theme.${option}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={openConsent}>
        <Cookie aria-hidden />
        {t('shell.cookieChoices')}
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <a href={helpAddress()}>
          <LifeBuoy aria-hidden />
          {t('shell.help')}
        </a>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <a href="/terms-of-service#operator">
          <Building2 aria-hidden />
          {t('public.imprint')}
        </a>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onSignOut}>
        <LogOut aria-hidden className="flip" />
        {t('shell.signOut')}
      </DropdownMenuItem>
    </>
  );
}
