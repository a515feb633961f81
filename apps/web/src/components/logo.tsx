/** Three woven columns: the podium, and three ballots. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 30 26" className={className} aria-hidden focusable="false">
      <g fill="#f4b73f">
        <path d="M1 10h8v16H1zM11 0h8v26h-8zM21 6h8v20h-8z" />
      </g>
      <g fill="#b3232f">
        <path d="M1 14h8v3H1zM11 8h8v3h-8zM21 10h8v3h-8z" />
      </g>
      <g fill="#0e7a4c">
        <path d="M1 20h8v3H1zM11 17h8v3h-8zM21 18h8v3h-8z" />
      </g>
      <g fill="#1a0f17">
        <path d="M4 14h2v3H4zM14 8h2v3h-2zM24 10h2v3h-2z" />
      </g>
    </svg>
  );
}
