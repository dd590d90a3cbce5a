type Field = HTMLInputElement | HTMLTextAreaElement;

/** What the fields of a form hold when it is opened; for `hasEntered`. */
export function fieldsOf(form: HTMLFormElement): ReadonlyMap<Element, string> {
  return new Map([...form.elements].filter(isField).map((field) => [field, stateOf(field)]));
}

/** Whether the viewer has entered or chosen anything since. A field that came later was empty at first. */
export function hasEntered(form: HTMLFormElement, before: ReadonlyMap<Element, string>): boolean {
  return [...form.elements]
    .filter(isField)
    .some((field) => stateOf(field) !== (before.get(field) ?? emptyState(field)));
}

function isField(element: Element): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

const isChosen = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

function stateOf(field: Field): string {
  return isChosen(field) ? String(field.checked) : field.value;
}

function emptyState(field: Field): string {
  return isChosen(field) ? 'false' : '';
}
