import { parseText } from '../domain/text/text.ts';
import { sectionText } from '../domain/text/text-component.ts';

/**
 * Writes text with colours (`parseText`) with the game's own colour codes. Every client understands them inside a
 * literal text, and which version the player has is not known here.
 */
export function gameText(marked: string): string {
  return sectionText(parseText(marked)).replace(/^§r/, '');
}
