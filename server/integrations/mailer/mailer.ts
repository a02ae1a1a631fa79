import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** RFC 5322 Message-ID without brackets; the same mail keeps it over retries. */
  messageId: string;
  /** The local mailbox erases the mail at that time; real servers ignore the header. */
  expiresAt?: Date;
}

export interface Mailer {
  /** Sends one mail to the SMTP server. Throws when the server did not accept it. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  // Connections are reused; a mail without an answer within half a minute is sent again later.
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  );
  return {
    async send(mail) {
      await transport.sendMail({
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.messageId}>`,
        ...(mail.expiresAt ? { headers: { 'X-Sponsio-Expires': mail.expiresAt.toISOString() } } : {}),
      });
    },
    close: () => transport.close(),
  };
}
