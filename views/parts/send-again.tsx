// A form that could not be taken: shows what was typed, and sends it again as it was.
import type { ErrorPage } from '../view-models/system.js';
import { inputId, HiddenInputs } from '../controls/explained.js';

export function SendAgain({ action, inputs, typed, passwords }: NonNullable<ErrorPage['again']>) {
  return (
    <form className="card db-form db-again" method="post" action={action}>
      <HiddenInputs values={inputs} />
      <div className="card-body">
        <h2>What you typed</h2>
        {typed.length === 0 && passwords.length === 0 && (
          <p className="m-0">Nothing: a button was pressed.</p>
        )}
        {typed.length > 0 && (
          <dl>
            {typed.map((name) => (
              <div key={name}>
                <dt>{titleOf(name)}</dt>
                <dd>{inputs[name]}</dd>
              </div>
            ))}
          </dl>
        )}
        {passwords.map((name) => (
          <div className="db-field" key={name}>
            <label className="form-label" htmlFor={inputId(name)}>
              The password, once more
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
        <button className="btn btn-primary" type="submit">
          Send it again
        </button>
      </div>
    </form>
  );
}

/** Names of inputs are keys: `lines.0.price` is the price in the first of the lines. */
function titleOf(name: string): string {
  return name
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `row ${Number(part) + 1}` : part))
    .join(', ');
}
