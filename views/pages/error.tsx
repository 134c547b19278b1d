// Page: error.
import { Document } from '../document.js';
import { type ErrorPage as Props } from '../view-models.js';

export function ErrorPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
