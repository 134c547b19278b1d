import type { TimelineItem } from '../view-models/timeline-item.js';
import { useMessages } from '../messages/use-messages.js';

/** Folded, as it is for programs. */
export function CallExchange({ exchange, isAlone }: Pick<TimelineItem, 'exchange'> & { isAlone: boolean }) {
  const t = useMessages();
  if (exchange === undefined) return null;
  if (exchange === 'hidden')
    return (
      <p className="db-later">
        {t('timeline.exchangeHidden')}
        {isAlone && ` ${t('timeline.exchangeReaders')}`}
      </p>
    );
  const { sent, answer, status } = exchange;
  return (
    <details className="db-folded-entries db-exchange" open={isAlone}>
      <summary>{t('timeline.exchange')}</summary>
      {sent !== undefined && <Message title={t('timeline.sent')} text={sent} />}
      {answer !== undefined && (
        <Message
          title={status === undefined ? t('timeline.cameBack') : t('timeline.cameBackWith', { status })}
          text={answer}
        />
      )}
    </details>
  );
}

function Message({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className="db-label">{title}</p>
      <pre className="db-code" tabIndex={0} role="region" aria-label={title}>
        <code>{text}</code>
      </pre>
    </>
  );
}
