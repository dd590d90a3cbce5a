import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { parseText, plainText } from '../../../domain/text/text.ts';
import { CLIENTS } from './client-versions.ts';
import { drawRow, ROW, SCALE } from './motd-canvas.ts';
import { layoutText } from './motd-layout.ts';
import css from './motd.module.css';

const ANIMATION_MS = 60;

interface PreviewProps {
  readonly motd: string;
  /** Null where nobody can tell. */
  readonly online: number | null;
  readonly max: number;
}

/** The network as players see it in their server list, for the selected client version. */
export function MotdPreview({ motd, online, max }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [version, setVersion] = useState<string>('new');
  const client = CLIENTS.find(({ value }) => value === version) ?? CLIENTS[0];
  const runs = useMemo(() => client.render(motd), [client, motd]);
  const layout = useMemo(() => layoutText(runs), [runs]);
  const isAnimated = runs.some(({ formats }) => formats.includes('obfuscated'));

  useEffect(() => {
    const draw = () => {
      if (canvas.current !== null) drawRow(canvas.current, { name: 'Your network', layout, online, max });
    };
    draw();
    if (!isAnimated || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(draw, ANIMATION_MS);
    return () => clearInterval(timer);
  }, [layout, online, max, isAnimated]);

  return (
    <div>
      <canvas
        ref={canvas}
        className={css.canvas}
        width={ROW.width * SCALE}
        height={ROW.height * SCALE}
        role="img"
        aria-label={`Server list, ${client.label}: ${plainText(parseText(motd)).replace('\n', ' / ')}`}
      />
      <div className={css.below}>
        <SegmentedControl
          className={css.clients ?? ''}
          size="xs"
          withItemsBorders={false}
          aria-label="Client version"
          data={CLIENTS.map(({ value, label }) => ({ value, label }))}
          value={version}
          onChange={setVersion}
        />
        {layout.isCut && <span className={css.warn}>The text is too long: its end is not shown.</span>}
      </div>
    </div>
  );
}
