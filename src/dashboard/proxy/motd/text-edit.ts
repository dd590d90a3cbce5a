import type { TextChange } from './gradient.ts';

/** Changes the text of a field as if it were typed: the browser's undo takes it back. Selects what was written. */
export function replaceText(field: HTMLTextAreaElement, { from, to, text }: TextChange): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Outdated by name only: nothing else writes into a field and keeps what can be undone.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  field.setSelectionRange(from, from + text.length);
}

/** Takes the last change of a field back, or does it again. */
export function stepBack(field: HTMLTextAreaElement, command: 'undo' | 'redo'): void {
  field.focus();
  document.execCommand(command);
}
