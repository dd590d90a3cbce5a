import { parseText } from '../domain/text/text.ts';
import { sectionText } from '../domain/text/text-component.ts';

/**
 * Text with colours as admins write it (`parseText`) in the game's own codes, which every client understands inside a
 * literal text: what the other end makes of it is not known here.
 */
export function gameText(marked: string): string {
  return sectionText(parseText(marked)).replace(/^§r/, '');
}
