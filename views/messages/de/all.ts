// German. Terms: record = Datensatz (only where the document gives no title), application = Anwendung, specification = Spezifikation,
// timeline and history = Verlauf, approve = genehmigen, refuse = ablehnen, withdraw = zurückziehen, deputy = Vertretung,
// notice = Mitteilung, draft = Entwurf, retention = Aufbewahrung, call (to another system) = Aufruf, role = Rolle, state = Status.
import type { MessageId } from '../en/all.js';
import { frame } from './frame.js';
import { form } from './form.js';
import { account } from './account.js';

export const de: Record<MessageId, string> = {
  ...frame,
  ...form,
  ...account,
};
