// Page: sign-in.
import { Document } from '../document.js';
import { type SignInPage as Props } from '../view-models.js';

export function SignInPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
