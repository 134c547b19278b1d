import type { ErrorPage } from '../view-models/system.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

type Again = NonNullable<ErrorPage['again']>;

/** `first`: primary action of the page. */
export function SendAgainForm({ first, ...again }: Again & { first: boolean }) {
  const t = useMessages();
  const { action, inputs, passwords, files } = again;
  if (action === undefined)
    return (
      <div className="card db-form db-again">
        <div className="card-body">
          <Typed {...again} />
        </div>
      </div>
    );
  return (
    <form
      className="card db-form db-again"
      method="post"
      action={action}
      encType={files.length > 0 ? 'multipart/form-data' : undefined}
    >
      <HiddenInputs values={inputs} />
      <div className="card-body">
        <Typed {...again} />
        {filesByInput(files).map(([input, names]) => (
          <FilesAgain key={input} input={input} names={names} />
        ))}
        {passwords.map((name) => (
          <div className="db-field" key={name}>
            <label className="form-label" htmlFor={inputId(name)}>
              {t('error.passwordAgain')}
            </label>
            <input
              className="form-control"
              id={inputId(name)}
              name={name}
              type="password"
              autoComplete="current-password"
            />
          </div>
        ))}
      </div>
      <div className="card-footer db-form-foot">
        <button className={first ? 'btn btn-primary' : 'btn'} type="submit">
          {t('error.sendAgain')}
        </button>
      </div>
    </form>
  );
}

function Typed({ inputs, typed, passwords, files }: Again) {
  const t = useMessages();
  return (
    <>
      <h2>{t('error.typed')}</h2>
      {typed.length === 0 && passwords.length + files.length === 0 && (
        <p className="m-0">{t('error.typedNothing')}</p>
      )}
      {typed.length > 0 && (
        <dl>
          {typed.map((name) => (
            <div key={name}>
              <dt>{titleOf(t, name)}</dt>
              <dd>{inputs[name]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function FilesAgain({ input, names }: { input: string; names: readonly string[] }) {
  const t = useMessages();
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={inputId(input)}>
        {t('error.chooseAgain', { files: names.join(', ') })}
      </label>
      <input
        className="form-control"
        id={inputId(input)}
        name={input}
        type="file"
        multiple={names.length > 1}
      />
      <div className="form-hint">{t('error.filesNotKept')}</div>
    </div>
  );
}

function filesByInput(files: Again['files']): readonly (readonly [string, readonly string[]])[] {
  const inputs = [...new Set(files.map(({ input }) => input))];
  return inputs.map((input) => [input, files.filter((file) => file.input === input).map(({ name }) => name)]);
}

/** Input names are keys: `lines.0.price`. */
function titleOf(t: Translate, name: string): string {
  return name
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? t('error.row', { row: Number(part) + 1 }) : part))
    .join(', ');
}
