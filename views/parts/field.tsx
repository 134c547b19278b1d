import { getFieldView } from '../field-types/get-field-view.js';
import type { Formats } from '../format.js';
import type { FormInput } from '../view-models/form.js';
import { Control } from './control.js';
import {
  InputHelpAndErrors,
  listDescriptionIds,
  inputId,
  RequiredMark,
} from '../controls/input-help-and-errors.js';
import { IconLock } from '../icons.js';
import { LinesEditor } from './lines-editor.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly input: FormInput;
  readonly formats: Formats;
}

export function Field({ input, formats }: Props) {
  const t = useMessages();
  if (input.hidden) return <Fixed input={input} text={t('value.hidden')} />;
  const view = getFieldView(input);
  if (view.hasRows) return <LinesEditor input={input} formats={formats} />;
  if (input.readOnly) return <Fixed input={input} text={wordsOf(input, formats)} />;
  if (view.Field && !input.options) return <view.Field input={input} />;
  const id = inputId(input.key);
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {input.title}
        <RequiredMark required={input.required} neededFor={input.neededFor} />
      </label>
      <Control input={input} id={id} describedBy={listDescriptionIds(input)} />
      <InputHelpAndErrors input={input} />
    </div>
  );
}

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
      <InputHelpAndErrors input={{ ...input, why: undefined }} />
    </div>
  );
}

function wordsOf({ value, type, options, currency }: FormInput, formats: Formats): string {
  const { fixed } = getFieldView({ type });
  const t = useMessages();
  if (fixed && value !== '') return fixed(value, { t, formats });
  const title = options?.items.find((option) => option.value === value)?.title;
  return title ?? (currency !== undefined && value !== '' ? `${value} ${currency}` : value);
}
