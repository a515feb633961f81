/** The picture of the home page: three columns of woven cloth under stage lights. Drawn here, no download. */
export function Podium({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 520 460" className={className} aria-hidden focusable="false">
      {/* Light fades before it meets the edge of the picture. */}
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#f7c765" stopOpacity="0" />
        <stop offset="0.25" stopColor="#f7c765" stopOpacity="0.2" />
        <stop offset="1" stopColor="#f7c765" stopOpacity="0" />
      </linearGradient>
      <g fill="url(#beam)">
        <path d="M260-20 120 440h280z" />
        <path d="M40-20-40 440H240z" opacity="0.55" />
        <path d="M480-20 280 440H560z" opacity="0.55" />
      </g>
      <ellipse cx="260" cy="440" rx="250" ry="18" fill="#0e070c" />
      <Column x={40} top={240} weave="green" rank="2" />
      <Column x={360} top={290} weave="red" rank="3" />
      <Column x={190} top={150} weave="gold" rank="1" />
      <path
        d="m260 34 16.8 34 37.6 5.5-27.2 26.5 6.4 37.5-33.6-17.7-33.6 17.7 6.4-37.5-27.2-26.5 37.6-5.5z"
        fill="#f4b73f"
        stroke="#1a0f17"
        strokeWidth="4"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const WEAVES = {
  gold: ['#f4b73f', '#0e7a4c', '#b3232f'],
  green: ['#0e7a4c', '#f4b73f', '#fbf3e4'],
  red: ['#b3232f', '#f4b73f', '#fbf3e4'],
} as const;

const ROW = 36;

/** One strip of cloth: ladder rows and stepped diamonds in turn. */
function Column({
  x,
  top,
  weave,
  rank,
}: {
  x: number;
  top: number;
  weave: keyof typeof WEAVES;
  rank: string;
}) {
  const [main, second, third] = WEAVES[weave];
  const width = 120;
  const height = 440 - top;
  const rows = Math.floor((height - 64) / ROW);
  return (
    <g transform={`translate(${x} ${top})`}>
      <rect width={width} height={height} rx="6" fill="#2b1b27" />
      <rect width={width} height="58" rx="6" fill={main} />
      <text
        x={width / 2}
        y="44"
        textAnchor="middle"
        fontFamily="'Bricolage Grotesque Variable', sans-serif"
        fontWeight="800"
        fontSize="44"
        fill={weave === 'gold' ? '#24150a' : '#ffffff'}
      >
        {rank}
      </text>
      {Array.from({ length: rows }, (_, row) => (
        <g key={row} transform={`translate(0 ${64 + row * ROW})`} shapeRendering="crispEdges">
          {row % 2 ? (
            <>
              <rect width={width} height={ROW - 4} fill={main} />
              {[0, 40, 80].map((left) => (
                <path
                  key={left}
                  d={`M${left + 16} 2h8v6h8v6h8v6h-8v6h-8v6h-8v-6h-8v-6h-8v-6h8v-6h8z`}
                  fill={second}
                />
              ))}
            </>
          ) : (
            <>
              <rect width={width} height={ROW - 4} fill="#1a0f17" />
              {[0, 1, 2, 3].map((bar) => (
                <rect
                  key={bar}
                  y={bar * 8 + 1}
                  x={bar % 2 ? 8 : 0}
                  width={width - 8}
                  height="4"
                  fill={bar % 2 ? third : second}
                />
              ))}
            </>
          )}
        </g>
      ))}
    </g>
  );
}
