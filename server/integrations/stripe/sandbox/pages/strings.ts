import type { Locale } from '../../../../core/locale.ts';

/** The words of the hosted pages. The sandbox stands apart from the product, so it carries its own. */
const WORDS = {
  banner: {
    en: 'Payment sandbox: no real money', fr: 'Paiement d’essai : aucun argent réel', es: 'Pago de prueba: sin dinero real',
    it: 'Pagamento di prova: nessun denaro reale', pt: 'Pagamento de teste: sem dinheiro real', zh: '支付沙盒：不涉及真实资金',
    ru: 'Тестовая оплата: без реальных денег', ar: 'دفع تجريبي: لا أموال حقيقية',
  },
  pay: { en: 'Pay', fr: 'Payer', es: 'Pagar', it: 'Paga', pt: 'Pagar', zh: '支付', ru: 'Оплатить', ar: 'ادفع' },
  saveCard: {
    en: 'Save card', fr: 'Enregistrer la carte', es: 'Guardar tarjeta', it: 'Salva la carta', pt: 'Salvar cartão', zh: '保存银行卡',
    ru: 'Сохранить карту', ar: 'حفظ البطاقة',
  },
  total: { en: 'Total', fr: 'Total', es: 'Total', it: 'Totale', pt: 'Total', zh: '合计', ru: 'Итого', ar: 'الإجمالي' },
  method: {
    en: 'Payment method', fr: 'Moyen de paiement', es: 'Método de pago', it: 'Metodo di pagamento', pt: 'Forma de pagamento', zh: '支付方式',
    ru: 'Способ оплаты', ar: 'طريقة الدفع',
  },
  card: { en: 'Card', fr: 'Carte', es: 'Tarjeta', it: 'Carta', pt: 'Cartão', zh: '银行卡', ru: 'Карта', ar: 'بطاقة' },
  debit: {
    en: 'SEPA direct debit', fr: 'Prélèvement SEPA', es: 'Adeudo directo SEPA', it: 'Addebito diretto SEPA', pt: 'Débito direto SEPA',
    zh: 'SEPA 直接扣款', ru: 'Прямое списание SEPA', ar: 'خصم مباشر SEPA',
  },
  debitNote: {
    en: 'The bank answers after three days of the sandbox’s clock.', fr: 'La banque répond après trois jours à l’horloge du bac à sable.',
    es: 'El banco responde tras tres días del reloj de pruebas.', it: 'La banca risponde dopo tre giorni dell’orologio di prova.',
    pt: 'O banco responde após três dias do relógio de testes.', zh: '银行将在沙盒时钟的三天后答复。',
    ru: 'Банк отвечает через три дня по часам песочницы.', ar: 'يرد البنك بعد ثلاثة أيام وفق ساعة البيئة التجريبية.',
  },
  email: { en: 'E-mail', fr: 'E-mail', es: 'Correo electrónico', it: 'E-mail', pt: 'E-mail', zh: '电子邮箱', ru: 'Эл. почта', ar: 'البريد الإلكتروني' },
  cardNumber: {
    en: 'Card number', fr: 'Numéro de carte', es: 'Número de tarjeta', it: 'Numero della carta', pt: 'Número do cartão', zh: '卡号',
    ru: 'Номер карты', ar: 'رقم البطاقة',
  },
  expiry: { en: 'Expiry', fr: 'Expiration', es: 'Caducidad', it: 'Scadenza', pt: 'Validade', zh: '有效期', ru: 'Срок действия', ar: 'تاريخ الانتهاء' },
  cvc: { en: 'CVC', fr: 'CVC', es: 'CVC', it: 'CVC', pt: 'CVC', zh: 'CVC', ru: 'CVC', ar: 'رمز CVC' },
  name: {
    en: 'Name on card', fr: 'Nom sur la carte', es: 'Nombre en la tarjeta', it: 'Nome sulla carta', pt: 'Nome no cartão', zh: '持卡人姓名',
    ru: 'Имя на карте', ar: 'الاسم على البطاقة',
  },
  iban: { en: 'IBAN', fr: 'IBAN', es: 'IBAN', it: 'IBAN', pt: 'IBAN', zh: 'IBAN', ru: 'IBAN', ar: 'رقم الحساب IBAN' },
  testCards: {
    en: 'Try another test card', fr: 'Essayer une autre carte de test', es: 'Probar otra tarjeta de prueba', it: 'Prova un’altra carta di test',
    pt: 'Testar outro cartão', zh: '试用其他测试卡', ru: 'Другая тестовая карта', ar: 'جرّب بطاقة اختبار أخرى',
  },
  testAccounts: {
    en: 'Test accounts', fr: 'Comptes de test', es: 'Cuentas de prueba', it: 'Conti di test', pt: 'Contas de teste', zh: '测试账户',
    ru: 'Тестовые счета', ar: 'حسابات الاختبار',
  },
  succeeds: { en: 'Succeeds', fr: 'Réussit', es: 'Se aprueba', it: 'Riesce', pt: 'Aprovado', zh: '成功', ru: 'Проходит', ar: 'ينجح' },
  fails: { en: 'Fails', fr: 'Échoue', es: 'Falla', it: 'Non riesce', pt: 'Falha', zh: '失败', ru: 'Не проходит', ar: 'يفشل' },
  atOnce: {
    en: 'Succeeds, funds available at once', fr: 'Réussit, fonds disponibles aussitôt', es: 'Se aprueba, fondos disponibles al instante',
    it: 'Riesce, fondi subito disponibili', pt: 'Aprovado, saldo disponível na hora', zh: '成功，资金立即可用', ru: 'Проходит, средства доступны сразу',
    ar: 'ينجح والأموال متاحة فورًا',
  },
  declines: { en: 'Declined', fr: 'Refusée', es: 'Rechazada', it: 'Rifiutata', pt: 'Recusado', zh: '被拒', ru: 'Отклонена', ar: 'مرفوضة' },
  noFunds: {
    en: 'Insufficient funds', fr: 'Fonds insuffisants', es: 'Fondos insuficientes', it: 'Fondi insufficienti', pt: 'Saldo insuficiente', zh: '余额不足',
    ru: 'Недостаточно средств', ar: 'رصيد غير كافٍ',
  },
  asksBank: {
    en: 'Asks for 3-D Secure', fr: 'Demande 3-D Secure', es: 'Pide 3-D Secure', it: 'Richiede 3-D Secure', pt: 'Pede 3-D Secure', zh: '需要 3-D Secure 验证',
    ru: 'Требует 3-D Secure', ar: 'تتطلب \u20663-D Secure\u2069',
  },
  disputed: {
    en: 'Disputed after payment', fr: 'Contestée après paiement', es: 'Disputada tras el pago', it: 'Contestata dopo il pagamento',
    pt: 'Contestado após o pagamento', zh: '付款后被拒付', ru: 'Оспаривается после оплаты', ar: 'يُعترض عليها بعد الدفع',
  },
  refundFails: {
    en: 'Refunds fail later', fr: 'Les remboursements échouent ensuite', es: 'Los reembolsos fallan después', it: 'I rimborsi falliscono in seguito',
    pt: 'Reembolsos falham depois', zh: '退款稍后失败', ru: 'Возврат позже не проходит', ar: 'يفشل الاسترداد لاحقًا',
  },
  back: { en: 'Cancel and go back', fr: 'Annuler et revenir', es: 'Cancelar y volver', it: 'Annulla e torna indietro', pt: 'Cancelar e voltar', zh: '取消并返回', ru: 'Отменить и вернуться', ar: 'إلغاء والعودة' },
  goOn: { en: 'Continue', fr: 'Continuer', es: 'Continuar', it: 'Continua', pt: 'Continuar', zh: '继续', ru: 'Продолжить', ar: 'متابعة' },
  expired: {
    en: 'This payment page has expired.', fr: 'Cette page de paiement a expiré.', es: 'Esta página de pago ha caducado.', it: 'Questa pagina di pagamento è scaduta.',
    pt: 'Esta página de pagamento expirou.', zh: '此支付页面已过期。', ru: 'Срок действия этой страницы оплаты истёк.', ar: 'انتهت صلاحية صفحة الدفع هذه.',
  },
  alreadyPaid: {
    en: 'This payment has been made.', fr: 'Ce paiement a été effectué.', es: 'Este pago ya se realizó.', it: 'Questo pagamento è stato effettuato.',
    pt: 'Este pagamento já foi feito.', zh: '此笔款项已支付。', ru: 'Этот платёж выполнен.', ar: 'تم إجراء هذا الدفع.',
  },
  errorDeclined: {
    en: 'Your card was declined. Try another card.', fr: 'Votre carte a été refusée. Essayez une autre carte.', es: 'Tu tarjeta fue rechazada. Prueba con otra.',
    it: 'La carta è stata rifiutata. Provane un’altra.', pt: 'Seu cartão foi recusado. Tente outro.', zh: '你的银行卡被拒，请换一张卡。',
    ru: 'Карта отклонена. Попробуйте другую.', ar: 'تم رفض بطاقتك. جرّب بطاقة أخرى.',
  },
  errorFunds: {
    en: 'Your card has insufficient funds.', fr: 'Votre carte n’a pas de fonds suffisants.', es: 'Tu tarjeta no tiene fondos suficientes.',
    it: 'La carta non ha fondi sufficienti.', pt: 'Seu cartão não tem saldo suficiente.', zh: '你的卡余额不足。', ru: 'На карте недостаточно средств.', ar: 'لا يوجد رصيد كافٍ في بطاقتك.',
  },
  errorNumber: {
    en: 'Use one of the test card numbers.', fr: 'Utilisez l’un des numéros de carte de test.', es: 'Usa uno de los números de tarjeta de prueba.',
    it: 'Usa uno dei numeri di carta di test.', pt: 'Use um dos números de cartão de teste.', zh: '请使用测试卡号。', ru: 'Используйте один из тестовых номеров карт.', ar: 'استخدم أحد أرقام بطاقات الاختبار.',
  },
  errorExpiry: {
    en: 'Enter an expiry date in the future and a CVC of three or four digits.', fr: 'Indiquez une date d’expiration future et un CVC de trois ou quatre chiffres.',
    es: 'Indica una fecha de caducidad futura y un CVC de tres o cuatro cifras.', it: 'Inserisci una scadenza futura e un CVC di tre o quattro cifre.',
    pt: 'Informe uma validade futura e um CVC de três ou quatro dígitos.', zh: '请输入未来的有效期和三到四位的 CVC。',
    ru: 'Укажите будущий срок действия и CVC из трёх или четырёх цифр.', ar: 'أدخل تاريخ انتهاء مستقبليًا ورمز CVC من ثلاثة أو أربعة أرقام.',
  },
  errorAccount: {
    en: 'Use one of the test accounts.', fr: 'Utilisez l’un des comptes de test.', es: 'Usa una de las cuentas de prueba.', it: 'Usa uno dei conti di test.',
    pt: 'Use uma das contas de teste.', zh: '请使用测试账户。', ru: 'Используйте один из тестовых счетов.', ar: 'استخدم أحد حسابات الاختبار.',
  },
  bankTitle: {
    en: 'Your bank asks: is this you?', fr: 'Votre banque demande : est-ce bien vous ?', es: 'Tu banco pregunta: ¿eres tú?', it: 'La tua banca chiede: sei tu?',
    pt: 'Seu banco pergunta: é você?', zh: '你的银行询问：是你本人吗？', ru: 'Банк спрашивает: это вы?', ar: 'يسأل مصرفك: هل هذا أنت؟',
  },
  approve: { en: 'Approve', fr: 'Approuver', es: 'Aprobar', it: 'Approva', pt: 'Aprovar', zh: '批准', ru: 'Подтвердить', ar: 'موافقة' },
  reject: { en: 'Fail', fr: 'Refuser', es: 'Rechazar', it: 'Rifiuta', pt: 'Recusar', zh: '拒绝', ru: 'Отклонить', ar: 'رفض' },
  onboardTitle: {
    en: 'Set up payouts', fr: 'Configurer les versements', es: 'Configurar los cobros', it: 'Configura gli accrediti', pt: 'Configurar repasses', zh: '设置提现',
    ru: 'Настройка вывода средств', ar: 'إعداد السحب',
  },
  country: { en: 'Country', fr: 'Pays', es: 'País', it: 'Paese', pt: 'País', zh: '国家/地区', ru: 'Страна', ar: 'البلد' },
  fullName: {
    en: 'Full name', fr: 'Nom complet', es: 'Nombre completo', it: 'Nome e cognome', pt: 'Nome completo', zh: '姓名', ru: 'Полное имя', ar: 'الاسم الكامل',
  },
  companyName: {
    en: 'Name of the company', fr: 'Nom de la société', es: 'Nombre de la empresa', it: 'Nome della società', pt: 'Nome da empresa', zh: '公司名称', ru: 'Название компании', ar: 'اسم الشركة',
  },
  account: {
    en: 'IBAN or account number', fr: 'IBAN ou numéro de compte', es: 'IBAN o número de cuenta', it: 'IBAN o numero di conto', pt: 'IBAN ou número da conta',
    zh: 'IBAN 或账号', ru: 'IBAN или номер счёта', ar: 'رقم IBAN أو رقم الحساب',
  },
  allCurrencies: {
    en: 'Use this account for every currency', fr: 'Utiliser ce compte pour toutes les devises', es: 'Usar esta cuenta para todas las divisas',
    it: 'Usa questo conto per ogni valuta', pt: 'Usar esta conta para todas as moedas', zh: '所有币种均使用此账户', ru: 'Использовать этот счёт для всех валют', ar: 'استخدام هذا الحساب لكل العملات',
  },
  submitComplete: {
    en: 'Complete', fr: 'Terminer', es: 'Completar', it: 'Completa', pt: 'Concluir', zh: '完成', ru: 'Завершить', ar: 'إكمال',
  },
  submitIncomplete: {
    en: 'Leave a document missing', fr: 'Laisser un document manquant', es: 'Dejar un documento pendiente', it: 'Lascia un documento mancante',
    pt: 'Deixar um documento pendente', zh: '保留一份缺失的文件', ru: 'Оставить недостающий документ', ar: 'ترك مستند ناقص',
  },
  submitPending: {
    en: 'Leave under review', fr: 'Laisser en vérification', es: 'Dejar en revisión', it: 'Lascia in verifica', pt: 'Deixar em análise', zh: '保持审核中', ru: 'Оставить на проверке', ar: 'ترك قيد المراجعة',
  },
  submitRejected: {
    en: 'Be rejected', fr: 'Être refusé', es: 'Ser rechazado', it: 'Essere rifiutato', pt: 'Ser recusado', zh: '被拒绝', ru: 'Получить отказ', ar: 'أن يُرفض',
  },
  linkExpired: {
    en: 'This link has expired.', fr: 'Ce lien a expiré.', es: 'Este enlace ha caducado.', it: 'Questo link è scaduto.', pt: 'Este link expirou.', zh: '此链接已过期。',
    ru: 'Срок действия ссылки истёк.', ar: 'انتهت صلاحية هذا الرابط.',
  },
  balance: { en: 'Balance', fr: 'Solde', es: 'Saldo', it: 'Saldo', pt: 'Saldo', zh: '余额', ru: 'Баланс', ar: 'الرصيد' },
} as const satisfies Record<string, Record<Locale, string>>;

export type Word = keyof typeof WORDS;

export const word = (key: Word, locale: Locale): string => WORDS[key][locale];
