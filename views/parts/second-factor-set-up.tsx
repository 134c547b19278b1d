import { useMessages } from '../messages/use-messages.js';
import type { QrCodeFigure, SetUpFields } from '../view-models/second-factor.js';
import { CodeField } from './code-field.js';

/** The secret and its confirming code; the form around them sends `setUp`. */
export function SecondFactorSetUp({
  secret,
  qrCode,
  errors,
}: Omit<SetUpFields, 'sealed'> & { readonly errors: readonly string[] }) {
  const t = useMessages();
  return (
    <>
      <p>{t('secondFactor.scan')}</p>
      <QrCode {...qrCode} title={t('secondFactor.qrCode')} />
      <p className="form-hint">
        {t.rich('secondFactor.orType', {
          secret: <code id="second-factor-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>,
        })}
      </p>
      <CodeField title={t('secondFactor.code')} hint={t('secondFactor.confirmHint')} errors={errors} />
    </>
  );
}

function QrCode({ size, path, title }: QrCodeFigure & { readonly title: string }) {
  return (
    <svg
      className="db-qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      role="img"
      aria-label={title}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
