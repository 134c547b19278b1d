// One input of a form: label, control, help and errors, wired together for everybody who reads or hears it.
import { viewOf } from '../field-types/view-of.js';
import type { Formats } from '../format.js';
import type { FormInput } from '../view-models/form.js';
import { Control } from './control.js';
import { Below, describedBy, inputId, Mark } from '../controls/explained.js';
import { IconLock } from '../icons.js';
import { LinesEditor } from './lines-editor.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly input: FormInput;
  /** Of what rows come to. */
  readonly formats: Formats;
}

export function Field({ input, formats }: Props) {
  const t = useMessages();
  if (input.hidden) return <Fixed input={input} text={t('value.hidden')} />;
  const view = viewOf(input);
  if (view.hasRows) return <LinesEditor input={input} formats={formats} />;
  if (input.readOnly) return <Fixed input={input} text={wordsOf(input, formats)} />;
  if (view.Field && !input.options) return <view.Field input={input} />;
  const id = inputId(input.key);
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {input.title}
        <Mark required={input.required} neededFor={input.neededFor} />
      </label>
      <Control input={input} id={id} describedBy={describedBy(input)} />
      <Below input={input} />
    </div>
  );
}

/** Shown, not changeable. */
function Fixed({ input, text }: { input: FormInput; text: string }) {
  return (
    <div className="db-field" id={inputId(input.key)}>
      <p className="form-label">{input.title}</p>
      <p className="db-fixed">{text === '' ? '–' : text}</p>
      {input.why !== undefined && (
        <p className="form-hint">
          <IconLock size={14} aria-hidden /> {input.why}
        </p>
      )}
      <Below input={{ ...input, why: undefined }} />
    </div>
  );
}

function wordsOf({ value, type, options, currency }: FormInput, formats: Formats): string {
  const { fixed } = viewOf({ type });
  const t = useMessages();
  if (fixed && value !== '') return fixed(value, { t, formats });
  const title = options?.items.find((option) => option.value === value)?.title;
  return title ?? (currency !== undefined && value !== '' ? `${value} ${currency}` : value);
}
