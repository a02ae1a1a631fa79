import type { Lexicon } from './types.ts';

export const PT: Lexicon = {
  atLeast:
    'pelo menos|ao menos|no mínimo|mínimo|mínimo de|min|mais de|mais do que|acima de|acima dos|superior a|superiores a|a partir de|maior que|maiores de|maior de|não menos de|desde|que passe de|com mais de|de mais de|com no mínimo|maiores que|que tenham mais de|que ultrapasse|que ultrapassem|acima da',
  atLeastPost: 'ou mais|no mínimo|pra cima|para cima|mínimo|pelo menos|em diante|e mais|min|ou superior|a mais',
  atMost:
    'no máximo|máximo|máximo de|máx|max|menos de|menos do que|até|abaixo de|abaixo dos|inferior a|inferiores a|menor que|menores de|não mais que|não mais de|não mais do que|por menos de|que não passe de|que não passem de|sem passar de|com menos de|de menos de|no máx|que não ultrapasse|sem ultrapassar|menor de|até no máximo',
  atMostPost: 'no máximo|máximo|max|máx|ou menos|pra baixo|para baixo|tops',
  about:
    'cerca de|por volta de|uns|umas|aproximadamente|em torno de|mais ou menos|à volta de|perto de|quase|aprox|na faixa de|na casa dos|na casa de|a rondar os|tipo uns|coisa de',
  aboutPost: 'mais ou menos|aproximadamente|e tal|por aí|e pouco|aprox',
  exactly: 'exatamente|precisamente|exactamente|certinho|cravados',
  between: 'entre',
  from: 'de|desde|a partir de',
  to: 'a|-|–|—|até|à',
  and: 'e|&',
  or: 'ou|/|e/ou',
  but: 'mas|porém|contudo|só que',
  not: 'não|menos de|sem|exceto|menos|nada de|nem|nenhum|nenhuma|fora de|fora|tirando|salvo|que não seja|que não sejam|com exceção de|à exceção de|excepto|evitar|excluindo|não quero|mas não|não em|sem ser|descartar',
  followers: 'seguidor*|inscrito*|subscritor*|follower*|fãs|fã|subs|seguidores|seguidoras',
  engagement:
    'engajamento|taxa de engajamento|envolvimento|interação|interações|er|taxa|taxa de interação|engagement|taxa de envolvimento|interacção|taxa de engagement',
  price:
    'preço|preços|orçamento|tarifa|custo|custa|custam|cobre|cobrem|cobram|verba|pagar|cachê|valor|valores|orçamento de|budget',
  age: 'idade|faixa etária|idades|de idade',
  views:
    'visualizações|visualização|views|visualizações em média|visualizações médias|média de visualizações|média de views|impressões|reproduções|visualizacoes',
  growth: 'crescem|crescendo|crescimento|cresce|que crescem|cresçam|crescimento de|a crescer|que cresçam',
  rating: 'estrelas|estrela|nota|avaliação|avaliados|classificação|pontuação|avaliações',
  audience:
    'público|audiência|seguidores principalmente|seguidores na|seguidores no|seguidores em|seguidores de|cujos seguidores|seguidores sobretudo|seguidores majoritariamente|seguidores sejam|seguidores são|fãs em|fãs no|fãs na|comunidade|seguidores do|seguidores da|inscritos em|inscritos no',
  mostly:
    'principalmente|sobretudo|majoritariamente|maioritariamente|maioria|a maioria|na maioria|em sua maioria|na sua maioria|mormente',
  lastPost:
    'postou|postado|publicou|publicado|ativo|ativos|ativa|ativas|último post|que postou|que postaram|que publicou|postaram|publicaram|postem|tenha postado|tenham postado|activos|activo|última publicação|publique|poste',
  within:
    'nos últimos|nas últimas|últimos|últimas|num raio de|raio de|em um raio de|raio|no último|na última|a|até|dentro de|há menos de|numa distância de',
  years: 'anos|ano|aninhos',
  km: 'km|kms|quilómetro*|quilômetro*',
  miles: 'milhas',
  day: 'dia|dias',
  week: 'semana|semanas',
  month: 'mês|meses|ao mês|por mês|mensal|mensais|todo mês|cada mês',
  halfYear: 'meio ano|semestre',
  year: 'ano|anos',
  quarter: 'um quarto',
  third: 'um terço|terço|a terça parte',
  half: 'metade|a metade',
  twoThirds: 'dois terços',
  threeQuarters: 'três quartos',
  percent: '%|por cento|porcento',
  nano: 'nano|nano influenciador*|nanoinfluenciador*|nanoinfluencer*|nano influencer*|nano-influenciador*|nano criador*',
  micro:
    'micro|micro influenciador*|microinfluenciador*|microinfluencer*|micro influencer*|micro-influenciador*|micro-influencer*|micro criador*',
  mid: 'médios influenciadores|perfis médios|tamanho médio',
  macro: 'macro|macro influenciador*|macroinfluenciador*|macroinfluencer*|macro influencer*|macro-influenciador*',
  mega: 'mega|mega influenciador*|celebridade*|famosos|megainfluenciador*',
  instagram: 'instagram|insta|ig|instagramer*|instagrammer*|bookstagram*|instagrammers',
  tiktok: 'tiktok|tik tok|tiktoker*|booktok*|tiktokers',
  youtube: 'youtube|youtuber*|yt|canal do youtube|canais do youtube|canal no youtube',
  blog: 'blog|blogs|blogue|blogues|site',
  ugc: 'ugc|conteúdo ugc|conteúdo gerado por usuários',
  reel: 'reel|reels',
  story: 'story|stories|storie|storys|histórias',
  post: 'post no feed|carrossel|carrosséis|post patrocinado|publi no feed',
  video: 'vídeo|vídeos|video|videos|vlog|vlogs',
  short: 'shorts|youtube shorts|vídeos curtos',
  photos: 'foto|fotos|fotografias|imagens',
  article: 'artigo|artigos',
  female:
    'mulher|mulheres|menina|meninas|moça|moças|garota|garotas|feminina|feminino|femininas|blogueira|blogueiras|criadora|criadoras|mãe|mães|mamãe|mamães|influenciadora|influenciadoras|rapariga|raparigas|cabeleireira|cabeleireiras|fotógrafa|fotógrafas|senhora|senhoras|maquiadora|maquiadoras|microinfluenciadora|microinfluenciadoras|ela|elas|confeiteira|confeiteiras|bailarina|bailarinas|cozinheira|cozinheiras|viajante mulher|nanoinfluenciadora|nanoinfluenciadoras|miúdas|mina|minas|tatuadora|tatuadoras',
  male: 'homem|homens|masculino|masculina|masculinos|rapaz|rapazes|garoto|garotos|menino|meninos|pai|papai|papais|moços|moço',
  nonbinary:
    'não binário|não binária|não-binário|não-binária|não binárie|não bináries|não binários|nao binario|não-bináries',
  fluent:
    'fala|falam|fale|falem|que fale|que fala|que falem|que falam|idioma|idiomas|língua|línguas|conteúdo em|falante|falantes|nativo|nativos|vídeos em|fluente em|falando',
  inLanguage: 'falante|falantes',
  verified:
    'verificado|verificados|verificada|verificadas|perfil verificado|perfis verificados|dados verificados|conta verificada|contas verificadas|selo azul',
  available:
    'disponível|disponíveis|disponível agora|disponíveis agora|livre esta semana|livres esta semana|disponíveis esta semana|disponível esta semana|livre|livres|disponível essa semana|disponíveis essa semana|com agenda livre',
  contacted:
    'não contatados|ainda não contatados|não contactados|ainda não contactados|nunca contatados|já contatados|sem contato|que não contatamos|não contatado|nunca contactados|que ainda não contatamos|não contatadas|com quem ainda não falamos|ainda não contatadas|que a gente não contatou',
  cheap:
    'barato|baratos|barata|baratas|mais barato|mais baratos|os mais baratos|as mais baratas|mais baratas|econômico|econômicos|económico|económicos|em conta|que não seja caro|que não sejam caros|que não seja cara|que não sejam caras|não muito caro|não muito cara|não muito caros|baixo custo|preço baixo|acessível|acessíveis|low cost|pouco orçamento|por preço|menor preço|preço acessível|baratinho|baratinhos|baratinha|precinho|preços baixos|preço bom|bom preço|que cobre pouco|que cobrem pouco|orçamento baixo|orçamento curto|não tão caro|não tão caros|barateza|que não cobre muito|mais em conta|orçamento pequeno',
  cheaper: 'mais barato|mais baratos|mais barata|mais em conta|mais baratas',
  engaged:
    'mais engajamento|os que têm mais engajamento|bom engajamento|alto engajamento|ótimo engajamento|melhor engajamento|muito engajamento|mais engajados|engajados|maior engajamento|boa interação|mais interação|muita interação|bom envolvimento|engajamento alto|público engajado|os mais engajados|engajado|engajada|alta interação|audiência fiel|engajadas|maior interação|com mais engajamento|mais engajadas|ordenar por engajamento|por engajamento|ordene por engajamento|ordenar por interação',
  newest:
    'mais recentes|mais recente|os mais recentes|mais recentes primeiro|recentes|mais novos|primeiro os mais recentes|os mais novos|recentes primeiro|mais novos primeiro',
  biggest:
    'maiores|os maiores|mais seguidores|com mais seguidores|mais seguidos|os mais seguidos|maior número de seguidores|mais populares|as maiores',
  bigger: 'maiores|mais seguidores|maior',
  closest:
    'mais próximo|mais próximos|os mais próximos|mais perto|por distância|mais próximos primeiro|mais pertinho|os mais perto|mais próximas',
  best: 'melhor|melhores|os melhores|mais bem avaliados|de qualidade|qualidade|melhor avaliados|as melhores|bem avaliados|top',
  topic:
    'falem de|falam de|fala de|que falem de|que falam de|que fale de|sobre|a respeito de|tema|temática|palavra-chave|palavra chave|mencionem|hashtag|especializados em|que falam sobre|falem sobre|falam sobre|apaixonados por|focado em|focados em|que falem sobre|especialista em|fale de|fale sobre',
  only: 'só|somente|apenas|unicamente|exclusivamente',
  locative:
    'em|no|na|de|do|da|perto de|por|nos|nas|a|região de|arredores de|pertinho de|próximo a|próximo de|morando em|que more em|ao pé de|lá de|zona de|baseado em|à volta de|que morem em|dos',
  with: 'com|que tenham|que tenha|que têm|que tem|para|pra|cujo|cuja|e|que|tendo',
  stop: 'eu|nós|a gente|o|a|os|as|um|uma|uns|umas|de|do|da|dos|das|em|no|na|nos|nas|num|numa|por|pelo|pela|para|pra|pro|pros|pras|com|e|ou|que|q|se|seu|sua|seus|suas|meu|minha|nosso|nossa|me|te|lhe|é|são|seja|sejam|ser|está|estão|há|tem|têm|ter|tenho|tenha|tenham|procuro|procuramos|procurando|procura-se|busco|buscamos|buscando|preciso|precisamos|precisando|quero|queremos|queria|gostaria|mostra|mostre|me mostra|lista|encontrar|encontre|achar|por favor|pfv|pf|obrigado|obrigada|olá|oi|gente|pessoal|galera|alguém|algum|alguma|alguns|algumas|pessoa|pessoas|influencer|influencers|influenciador|influenciadores|criador|criadores|criador de conteúdo|criadores de conteúdo|blogueiro|blogueiros|blogger|bloggers|bloguer|vlogger|vloggers|conta|contas|perfil|perfis|página|páginas|canal|canais|conteúdo|conteúdos|embaixador|embaixadores|talento|talentos|especialista|especialistas|collab|colab|parceria|parcerias|colaboração|campanha|campanhas|promover|divulgar|divulgação|promoção|lançamento|inauguração|abertura|marca|nossa marca|novo|nova|tipo|estilo|muito|muita|mais|menos|bem|bom|boa|fazer|faça|fazem|faz|façam|esta semana|essa semana|agora|hoje|média|em média|número|o vídeo|por vídeo|como|parecido|parecidos|parecida|parecidas|semelhante|semelhantes|similar|similares|igual|mesmo|primeiro|se possível|idealmente|de preferência|também|ainda|já|cada|redes|redes sociais|ajuda|possa|possam|trabalhar|qual|algo|outros|outro|fã de|apaixonado|amante|amantes|aqui|lá|ao|à|aos|às|esse|essa|este|esta|deste|nem aí|poder|alguns dos|cidade|vamos abrir|vamos',
};
