import type { Lexicon } from './types.ts';

export const EN: Lexicon = {
  atLeast:
    'at least|from|at minimum|minimum|minimum of|min|more than|over|above|greater than|bigger than|larger than|higher than|not less than|no less than|no fewer than|starting at|starting from|upwards of|north of|exceeding|from at least|>|>=|≥|older than|not younger than|no younger than',
  atLeastPost:
    '+|plus|or more|or above|or over|or higher|and up|and above|and more|and over|at least|minimum|min|upwards|or better',
  atMost:
    'at most|maximum|maximum of|max|less than|under|below|up to|no more than|not more than|not over|not above|fewer than|smaller than|lower than|cheaper than|younger than|maxing out at|south of|<|<=|≤|not exceeding|within budget of|not older than|no older than|not more expensive than',
  atMostPost: 'or less|or fewer|or below|or under|max|maximum|tops|at most|at the most|and below|and under|or lower',
  about: 'about|around|roughly|approximately|approx|circa|ca|somewhere around|nearly|almost|close to|ish|~|≈|some',
  aboutPost: 'ish|or so|give or take|approx|approximately|roughly|or thereabouts|more or less',
  exactly: 'exactly|precisely|=|bang on',
  between: 'between|btw|b/w|anywhere between',
  from: 'from|ranging from|anywhere from',
  to: 'to|-|–|—|till|until|thru|through|up to',
  and: 'and|&|n|+',
  or: 'or|/|and/or',
  but: 'but|however|though|yet',
  not: "not|no|without|w/o|except|excluding|excl|non|other than|apart from|aside from|besides|don't want|dont want|do not want|never|minus|outside|outside of|avoid|anything but|but not|not in|not based in|isn't|aren't|ain't|exclude|lacking|no one from|nothing from",
  followers: 'follower*|subs|sub|subscriber*|fan|fans|following|fanbase',
  engagement:
    'engagement|engagement rate|engagement rates|er|eng|eng rate|interaction|interactions|interaction rate|avg engagement|average engagement|average engagement rate',
  price:
    'price|prices|priced|price range|budget|cost|costs|costing|rate card|fee|fees|charge|charges|charging|pay|spend|quote|paying',
  age: 'age|aged|ages|age range|age group|years of age',
  views:
    'view|views|average views|avg views|mean views|views per video|avg view|plays|impressions|median views|viewers',
  growth: 'growing|growth|growing by|growth rate|grow|grows|growing at|growing faster than|monthly growth|grew',
  rating: 'star|stars|rating|ratings|rated|rating of|reviews of|review score|stars rating',
  audience:
    'audience|audiences|viewership|demographic|demographics|demo|followers are|followers who are|followers mostly|followers mainly|followers based|fans are|fans mostly|whose followers|followers in|followers from|fans in|fans from|subscribers in|subscribers from|readership|viewers in|viewers from|following in|following from',
  mostly: 'mostly|mainly|majority|primarily|most of|mostly in|predominantly|largely|the majority|majority of|most',
  lastPost:
    'posted|posts|posting|active|last post|last posted|recently posted|post|uploaded|who posted|been active|published|last active',
  within:
    'within|in the last|in the past|last|past|in a radius of|radius|radius of|during the last|during the past|over the last|over the past',
  years: 'years old|year old|years|yrs|yr old|yrs old|yo|y/o|year olds|yr olds|year-olds|somethings',
  km: 'km|kms|kilometer*|kilometre*|klicks|k radius',
  miles: 'mile|miles|mi',
  day: 'day|days|d',
  week: 'week|weeks|wk|wks',
  month: 'month|months|mo|a month|per month|monthly|each month|every month|mth',
  halfYear: 'half year|half a year|half-year|half of the year',
  year: 'year|years|twelve months',
  quarter: 'a quarter of|one quarter of|a quarter|quarter of',
  third: 'a third of|one third of|a third|one third|third of',
  half: 'half of|half the|half',
  twoThirds: 'two thirds of|two-thirds of|two thirds|two-thirds|2/3',
  threeQuarters: 'three quarters of|three-quarters of|three quarters',
  percent: '%|percent|per cent|pct|percentage',
  nano: 'nano|nano influencer*|nanoinfluencer*|nanos|nano-influencer*|nano creator*',
  micro: 'micro|micro influencer*|microinfluencer*|micros|micro-influencer*|micro creator*|micro blogger*',
  mid: 'mid tier|mid-tier|midtier|mid sized|mid size|medium sized',
  macro: 'macro|macro influencer*|macroinfluencer*|macros|macro creator*',
  mega: 'mega|mega influencer*|celebrity|celebrities|celeb|celebs|megainfluencer*',
  instagram:
    'instagram|insta|ig|instagrammer*|instagramer*|gram|the gram|bookstagram*|instagram account*|foodstagram*|insta-famous',
  tiktok: 'tiktok|tik tok|tiktok*|tik toker|tik tokers|tt|booktok*|tik-tok',
  youtube: 'youtube|you tube|yt|youtuber*|you tuber|you tubers|youtube channel*|vlogger on youtube',
  blog: 'blog|blogs|a blog|website',
  ugc: 'ugc|user generated|user generated content|user-generated content',
  reel: 'reel|reels',
  story: 'story|stories|storys',
  post: 'feed post|feed posts|static post|carousel|carousels|grid post|grid posts|sponsored post',
  video: 'video|videos|vid|vids|long form|longform|vlog|vlogs',
  short: 'shorts|youtube short|yt shorts|short videos',
  photos: 'photo|photos|pics|pictures|photo set|stills|images',
  article: 'article|articles|blog post|blog posts|written review',
  female:
    "female|females|woman|women|womans|girl|girls|lady|ladies|she|her|gal|gals|chick|chicks|women's|woman's|actress|actresses|mom|moms|mum|mums|mother|mothers|mama|mamas|mommy|mummy|moms'|businesswoman|wives",
  male: 'male|males|man|men|guy|guys|boy|boys|he|dude|dudes|lad|lads|gentlemen|gentleman|bloke|blokes|dad|dads|father|fathers|daddy|bros',
  nonbinary: 'non-binary|nonbinary|non binary|enby|enbies|genderqueer|gender fluid|genderfluid',
  fluent:
    'speak|speaks|speaking|who speak|that speak|who speaks|language|languages|content in|posts in|posting in|captions in|videos in|native|fluent in|fluent|talks in',
  inLanguage: 'speaking|speaker|speakers|language|content|captions|-speaking',
  verified:
    'verified|verified data|verified profile|verified profiles|verified account|verified only|blue tick|blue check|verified figures|verified figures only|authenticated',
  available:
    'available|available now|free this week|available this week|available right now|free now|open for work|open to work|free today|available today|free this weekend|available asap|available soon|open to collabs|taking bookings|available immediately',
  contacted:
    "already contacted|we contacted|not contacted|not contacted yet|haven't contacted|havent contacted|not yet contacted|new to us|hide contacted|hide anyone we already contacted|never contacted|we haven't worked with|we havent worked with|i haven't contacted|not already contacted|we haven't contacted|exclude contacted|haven't messaged|we've contacted|weve contacted|uncontacted|haven't worked with|skip anyone we contacted",
  cheap:
    'cheap|cheapest|affordable|inexpensive|low cost|low-cost|budget friendly|budget-friendly|not too expensive|not expensive|not too pricey|cheapest first|lowest price|lowest price first|low price|low budget|small budget|tight budget|on a budget|reasonably priced|best price|by price|sort by price|good value|best value|cheap ones|bargain|not pricey|lowest rates|lowest cost|price low to high|reasonable price|reasonable prices|wallet friendly',
  cheaper: 'cheaper|less expensive|lower price|lower prices|more affordable',
  engaged:
    'most engaged|most engaging|highest engagement|high engagement|good engagement|great engagement|strong engagement|best engagement|top engagement|engaged|highly engaged|engaged audience|engaged following|by engagement|sort by engagement|high er|highest er|engaging|better engagement|decent engagement|solid engagement|active audience|engaged followers|high interaction|loyal following|loyal audience|sort by engagement rate|sorted by engagement',
  newest:
    'newest|newest first|most recent|most recent first|latest|latest first|most recently active|recently active|recent|sort by newest|sort by date|recent first|by recency|most recently|freshest',
  biggest:
    'biggest|largest|most followers|most followed|biggest first|top followers|by followers|most subscribers|highest followers|sort by followers|most popular|biggest accounts|biggest audience|largest following|biggest following',
  bigger: 'bigger|larger|more followers|bigger ones|bigger accounts',
  closest:
    'closest|nearest|closest first|nearest first|by distance|sort by distance|closest to me|closest to us|sorted by distance',
  best: 'best|best rated|best quality|highest quality|top rated|highest rated|top quality|quality|best first|highly rated|top notch|by quality|sort by quality|high quality|top ranked|best reviewed',
  topic:
    'talk about|talks about|talking about|post about|posts about|posting about|content about|about|who cover|covering|mention|mentions|mentioning|keyword|keywords|hashtag|bio says|bio contains|bio mentions|write about|writes about|known for|into|specialise in|specialize in|specialising in|specializing in|review|who review|passionate about|focused on|obsessed with|talk of',
  only: 'only|just|only in|restrict to|limit to|exclusively',
  locative:
    'in|near|around|at|close to|based in|from|living in|located in|nearby|inside|based|located|based near|out of|lives in|live in|next to|across|throughout|within',
  with: 'with|w/|having|who have|that have|has|have|for|who|whose|that|w|and',
  stop: "a|an|the|i|i'm|im|we|we're|our|my|me|you|us|is|are|be|it|its|of|for|on|by|with|who|whom|whose|that|which|this|these|those|to|as|do|does|did|can|could|would|will|should|want|wants|need|needs|needed|look|looking|search|searching|find|found|show|list|give|get|got|have|has|having|please|pls|plz|thx|thanks|some|any|anyone|someone|somebody|anybody|people|ppl|person|persons|folks|folk|ones|one|creator|creators|influencer|influencers|blogger|bloggers|vlogger|vloggers|content creator|content creators|content|account|accounts|profile|profiles|page|pages|channel|channels|kol|kols|ambassador|ambassadors|talent|talents|artist|expert|experts|enthusiast|enthusiasts|lover|lovers|reviewer|reviewers|collab|collabs|collaboration|collaborations|partnership|partner|work|working|campaign|campaigns|promote|promotion|launch|opening|brand|our brand|new|like|similar|similar to|same as|kind of|sort of|type of|type|such as|e.g|eg|etc|also|too|very|really|quite|not too|more|most|least|first|if|than|then|so|based|located|who do|who does|make|makes|making|doing|focus|topic|topics|niche|niches|hello|hi|hey|there|here|ideally|preferably|maybe|probably|would like|help|must|be able|post|per|each|every|their|them|they|his|her|at|in|out|up|asap|now|week|this week|this month|today|average|avg|mean|rate|total|number|social|media|social media|followed|average of|minimum|maximum|what|where|how|good|great|nice|cool|based in|been|was|were|already|yet|ok|okay|yes|hire|book|sort|sorted|order|order by|ranked|rank|videos of|show me|stay|somewhere|city|town|we'd|we'll|we're|i'd|love|we run|small|vs",
};
