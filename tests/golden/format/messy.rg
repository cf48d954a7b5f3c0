// The header
// in two lines.


type   Player={a,b};type Score = { 0 ,100 } ; // after two
type N={n0,n1,n2};
const next:N->N={n0:n1,:n0};// a table
var v : N=n0;
var m:N->N->N={:{:n0}};

@disjoint s : t u ;
begin,s:player=a;
// before an edge
s,t : v = N ( * ) ;
t,x:m[v][n0]==N(n1);s,u:? p->q;
u,x:! p -> q;
u,x:;
x,y:$go;


y,end:player=PlayerOrSystem(keeper);
p,q: $$v;
// the end
